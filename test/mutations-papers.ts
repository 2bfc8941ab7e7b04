import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with papers of organisers, their checks and the ceiling before them: see mutations.ts.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources, with what they fill in
export const mutationsInPapers: Mutation[] = [
  {
    mistake: 'two photos at once are both the sixth',
    file: 'app/drives/papers/papers.server.ts',
    is: '      await refuseMany(tx, driveId)\n',
    test: 'T1390',
  },
  {
    mistake: 'a photo does not wait for another one of its drive',
    file: 'app/drives/papers/papers.server.ts',
    is: "      await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().executeTakeFirst()\n",
    test: 'T1390',
  },
  {
    mistake: 'a photo opens for another drive',
    file: 'app/drives/papers/papers.server.ts',
    is: "    .where('id', '=', paper)\n    .where('fund_drive_id', '=', driveId)\n    .select(['purpose', 'bytes'])",
    becomes: "    .where('id', '=', paper)\n    .select(['purpose', 'bytes'])",
    test: 'T1389',
  },
  {
    mistake: 'photos are kept for ever',
    file: 'app/drives/papers/papers.server.ts',
    is: '  await sql`delete from papers where delete_at <= now()`.execute(db)\n',
    test: 'T1392',
  },
  {
    mistake: 'owners are told of photos that were seen',
    file: 'app/drives/papers/papers.server.ts',
    is: " * interval '1 day' and ${isUnseen}\n",
    becomes: " * interval '1 day'\n",
    test: 'T1392',
  },
  {
    mistake: 'an administrator looks at a paper, and nobody can tell',
    file: 'app/drives/papers/admin/papers-list.server.ts',
    is: "    await record(tx, { by, act: 'revealed', noun: 'paper', subject: paper, after: { drive: driveId, paper: purpose } })\n",
    test: 'T1394',
  },
  {
    mistake: 'administrators check their own fund drive',
    file: 'app/drives/papers/admin/papers-list.server.ts',
    is: "if (await mayManage(tx, by.id, driveId, 'read')) throw",
    becomes: 'if (false) throw',
    test: 'T1394',
  },
  {
    mistake: 'the account of another person is checked',
    file: 'app/drives/papers/admin/papers-list.server.ts',
    is: "    .where('user_id', '=', drive.user_id)\n    .where('removed_at', 'is', null)\n",
    becomes: "    .where('removed_at', 'is', null)\n",
    test: 'T1407',
  },
  {
    mistake: 'a check is taken back in the middle of a withdrawal that is being completed',
    file: 'app/drives/papers/admin/papers-list.server.ts',
    is: "    if (purpose === 'identity') await lockWallets(tx, drive.user_id)\n",
    test: 'T1404',
  },
  {
    mistake: 'a withdrawal is completed after the check was taken back',
    file: 'app/money/payouts/decide.server.ts',
    is: '  await refuseCeilingAtEnd(tx, payout.fund_drive_id, payout.destination as unknown as Destination)\n',
    test: 'T1403',
  },
  {
    mistake: 'the ceiling does not count what was asked for before',
    file: 'app/money/payouts/ceiling.server.ts',
    is: 'const left = ceiling - (await countedOf(db, driveId))',
    becomes: 'const left = ceiling',
    test: 'T1400',
  },
  {
    mistake: 'ten who withdraw at once each see the same room below the ceiling',
    file: 'app/base/ledger/wallet.server.ts',
    is: "    .select('fund_drive_id')\n    .forNoKeyUpdate()\n",
    becomes: "    .select('fund_drive_id')\n",
    test: 'T1401',
  },
  {
    mistake: 'one administrator raises the ceiling alone',
    file: 'app/admin/settings/choices.server.ts',
    is: "['SECOND_ADMIN_ABOVE', 'SENT_BEFORE_IDENTITY']\n",
    becomes: "['SECOND_ADMIN_ABOVE']\n",
    test: 'T1405',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources, with what they fill in
