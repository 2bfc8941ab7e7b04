import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with updates of drives, their followers and what is sent to them: see mutations.ts.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources, with what they fill in
export const mutationsInUpdates: Mutation[] = [
  {
    mistake: 'two updates at once are both the tenth of the day',
    file: 'app/drives/updates/updates.server.ts',
    is: '    .forNoKeyUpdate()\n',
    test: 'T1325',
  },
  {
    mistake: 'visitors read an update that an administrator has hidden',
    file: 'app/drives/updates/updates.server.ts',
    is: ".$if(!hidden, (query) => query.where('u.hidden_at', 'is', null))",
    test: 'T1305',
  },
  {
    mistake: 'a treasurer removes the update of another drive',
    file: 'app/drives/updates/updates.server.ts',
    is: "      .where('id', '=', update)\n      .where('fund_drive_id', '=', driveId)\n",
    becomes: "      .where('id', '=', update)\n",
    test: 'T1304',
  },
  {
    mistake: 'an update is about the withdrawal of another drive',
    file: 'app/money/payouts/payouts-list.server.ts',
    is: '    where o.fund_drive_id = ${driveId} and o.status',
    becomes: '    where o.status',
    test: 'T1303',
  },
  {
    mistake: 'a person follows a drive by a gift that was never paid',
    file: 'app/drives/updates/followers.server.ts',
    is: "? sql`'gift', id, null::bigint from payments where reference",
    becomes: "? sql`'gift', (select payment_id from donations limit 1), null::bigint from payments where reference",
    test: 'T1307',
  },
  {
    mistake: 'opening the link of an email confirms it',
    file: 'app/drives/updates/public/follow-link.tsx',
    is: '  const follower = await followerOf(db, kind, token)\n',
    becomes: '  await setFollowing(db, kind, token)\n  const follower = await followerOf(db, kind, token)\n',
    test: 'T1309',
  },
  {
    mistake: 'a stranger begins the updates of a person who ended them',
    file: 'app/drives/updates/followers.server.ts',
    is: 'confirmed_at = case when followers.ended_at is null then followers.confirmed_at end',
    becomes: 'confirmed_at = followers.confirmed_at',
    test: 'T1312',
  },
  {
    mistake: 'a giver who is forgotten gets updates of other drives',
    file: 'app/privacy/forget-donor.server.ts',
    is: '    await forgetFollowing(tx, [...addresses, phoneIn(who) ?? []].flat())\n',
    test: 'T1313',
  },
  {
    mistake: 'a second update of a day is sent with the first',
    file: 'app/drives/updates/mailing.server.ts',
    is: "      .where('due_at', '>=', soon)\n",
    test: 'T1314',
  },
  {
    mistake: 'two mailings of a drive begin on one day',
    file: 'app/drives/updates/mailing.server.ts',
    is: '  if (!row.begun_on && !(await beginToday(tx, { id, ...row }, now))) return\n',
    test: 'T1316',
  },
  {
    mistake: 'a mailing is sent again to those who were sent it',
    file: 'app/drives/updates/mailing.server.ts',
    is: "'email' from one on conflict do nothing returning follower_id)",
    becomes: "'email' from one on conflict (mailing_id, follower_id) do update set at = now() returning follower_id)",
    test: 'T1319',
  },
  {
    mistake: 'a phone that said STOP is texted an update',
    file: 'app/drives/updates/mailing.server.ts',
    is: ' && !(await hasStopped(tx, one.phone))',
    test: 'T1322',
  },
  {
    mistake: 'a phone is texted two updates in a week',
    file: 'app/drives/updates/mailing.server.ts',
    is: " or s.at > now() - interval '7 days'",
    test: 'T1322',
  },
  {
    mistake: 'texts about updates know no limit',
    file: 'app/drives/updates/mailing.server.ts',
    is: 'Math.min(atOnce, most - (await textedToday(tx, now)))',
    becomes: 'atOnce',
    test: 'T1323',
  },
  {
    mistake: 'an owner who told what it was for is asked again',
    file: 'app/money/payouts/what-for.server.tsx',
    is: 'if (!row || (await answersTo(db, [row.whole])).has(row.whole)) return',
    becomes: 'if (!row) return',
    test: 'T1324',
  },
  {
    mistake: 'a removed update is read in texts that waited for the morning',
    file: 'app/drives/updates/updates.server.ts',
    is: '    await leaveOutOfTexts(tx, update)\n',
    test: 'T1388',
  },
  {
    mistake: 'a hidden update is read in texts that waited for the morning',
    file: 'app/drives/updates/admin/hide-update.server.tsx',
    is: '  if (hides) await leaveOutOfTexts(tx, update)\n',
    test: 'T1388',
  },
  {
    mistake: 'an update that is removed while its texts are written is in them',
    file: 'app/drives/updates/mailing.server.ts',
    is: '  await lockMailing(tx, mailing.id)\n  const updates = await updatesIn(tx, mailing.id)\n',
    becomes: '  const { updates } = mailing\n',
    test: 'T1399',
  },
  {
    mistake: 'mailings that text at once each have all texts of the day',
    file: 'app/drives/updates/mailing.server.ts',
    is: "  await sql`select pg_advisory_xact_lock(hashtextextended('texts about updates', 0))`.execute(tx)\n",
    test: 'T1688',
  },
  {
    mistake: 'followers are mailed again by a worker that comes after a dead one',
    file: 'app/drives/updates/mailing.server.ts',
    is: 'select email, language from one join sent on sent.follower_id = one.id`',
    becomes: 'select email, language from one`',
    test: 'T1682',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources end here
