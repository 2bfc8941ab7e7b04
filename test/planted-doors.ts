import type { Planted } from './planted.ts'

// Mistakes that a person could make where others may reach further than they should: see planted.ts.

const officeDecides = 'app/office/payouts/decide.test.ts'

export const plantedAtDoors: Planted[] = [
  {
    mistake: 'a picture elsewhere is fetched from whatever address its name has',
    file: 'app/platform/pictures/far-file.server.ts',
    is: 'return places.every(isPublicAddress) ? places[0] : undefined',
    becomes: 'return places[0]',
    tests: 'app/platform/pictures/far-file.test.ts',
    fails: 'only from names and addresses that everybody can reach',
  },
  {
    mistake: 'a look costs a credit although no page of ours told of it',
    file: 'app/features/views/looking.server.ts',
    is: 'isUnproven: elsewhere || !isPageToken(told.token ?? null, driveId),',
    becomes: 'isUnproven: elsewhere,',
    tests: 'app/routes/machine/track-view.test.ts',
    fails: 'is nobody’s stay',
  },
  {
    mistake: 'the database lets a draft be opened without its day',
    file: 'db/migrations/0121_drafts.sql',
    is: `alter table fund_drives add constraint fund_drives_seen_once_published check (published_at is not null or status = 'paused');\n`,
    becomes: '',
    tests: 'app/features/drives/prepared.test.ts',
    fails: 'the database keeps a drive closed that was never published',
  },
  {
    mistake: 'the person who was made an administrator decides together with their maker',
    file: 'app/features/audit/two-administrators.server.ts',
    is: '  if (made) throw new Refusal(says.madeByTheOther, { status: 403 })\n',
    becomes: '',
    tests: officeDecides,
    fails: 'one person with two accounts is still one',
  },
  {
    mistake: 'an administrator agrees with themselves',
    file: 'app/features/audit/two-administrators.server.ts',
    is: '  if (first.by === by.id) throw new Refusal(says.askedAlready)\n',
    becomes: '',
    tests: officeDecides,
    fails: 'the sum is moved by two as well',
  },
  {
    mistake: 'an open refund holds no money',
    file: 'app/features/ledger/wallet.server.ts',
    is: "from reversals where kind = 'refund' and state = 'open') o",
    becomes: "from reversals where kind = 'refund' and state = 'nothing') o",
    tests: 'app/features/payouts/money-out.test.ts',
    fails: 'an open refund holds the money',
  },
  {
    mistake: 'a withdrawal is completed with money that a giver is about to get back',
    file: 'app/features/payouts/decide.server.ts',
    is: '  await refuseRefunding(tx, wallet)\n',
    becomes: '',
    tests: 'app/features/payouts/money-out.test.ts',
    fails: 'an open refund holds the money',
  },
  {
    mistake: 'the jobs of a product that was killed wait until the next look',
    file: 'app/platform/jobs/worker.server.ts',
    is: '    void lease.sweep()\n',
    becomes: '',
    tests: 'app/platform/jobs/worker.test.ts',
    fails: 'a worker that starts takes at once what a killed one was doing',
  },
  {
    mistake: 'two calls of one phone are kept at the same moment',
    file: 'app/features/door/sync.server.ts',
    is: ".select('id').forUpdate().execute()\n  return door",
    becomes: ".select('id').execute()\n  return door",
    tests: 'app/features/door/sync.test.ts',
    fails: 'two calls of one phone at once',
  },
]
