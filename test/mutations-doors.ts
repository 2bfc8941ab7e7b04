import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where others may reach further than they should: see mutations.ts.

export const mutationsAtDoors: Mutation[] = [
  {
    mistake: 'a picture elsewhere is fetched from whatever address its name has',
    file: 'app/platform/pictures/far-file.server.ts',
    is: 'return places.every(isPublicAddress) ? places[0] : undefined',
    becomes: 'return places[0]',
    test: 'T485',
  },
  {
    mistake: 'a look costs a credit although no page of ours told of it',
    file: 'app/drives/views/report.server.ts',
    is: 'isUnproven: elsewhere || !isPageToken(told.token ?? null, driveId),',
    becomes: 'isUnproven: elsewhere,',
    test: 'T486',
  },
  {
    mistake: 'the database lets a draft be opened without its day',
    file: 'db/schema.sql',
    is: `  constraint fund_drives_seen_once_published check (published_at is not null or status = 'paused'),\n`,
    test: 'T487',
  },
  {
    mistake: 'the person who was made an administrator decides together with their maker',
    file: 'app/base/approvals/approvals.server.ts',
    is: '  if (made) throw new Refusal(approvalTexts.madeByTheOther, { status: 403 })\n',
    test: 'T488',
  },
  {
    mistake: 'an administrator agrees with themselves',
    file: 'app/base/approvals/approvals.server.ts',
    is: '  if (first.by === second) throw new Refusal(already)\n',
    test: 'T489',
  },
  {
    mistake: 'an open refund holds no money',
    file: 'app/base/ledger/wallet.server.ts',
    is: "from reversals where kind = 'refund' and state = 'open') o",
    becomes: "from reversals where kind = 'refund' and state = 'nothing') o",
    test: 'T430',
  },
  {
    mistake: 'a withdrawal is completed with money that a giver is about to get back',
    file: 'app/money/payouts/decide.server.ts',
    is: '  await refuseRefunding(tx, wallet)\n',
    test: 'T430',
  },
  {
    mistake: 'the jobs of a product that was killed wait until the next look',
    file: 'app/platform/jobs/worker.server.ts',
    is: '    void lease.sweep()\n',
    test: 'T490',
  },
  {
    mistake: 'two calls of one phone are kept at the same moment',
    file: 'app/invitations/door/sync.server.ts',
    is: ".select('id').forUpdate().execute()\n  return door",
    becomes: ".select('id').execute()\n  return door",
    test: 'T491',
  },
]
