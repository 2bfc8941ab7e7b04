// npm run reseal   seals with AUTH_SECRET what AUTH_SECRET_PREVIOUS sealed, and says when the previous one may go. It may run as often
// as wanted, also while the product runs.
import { sealKeysAnew } from '#app/invitations/door/keys.server.ts'
import { sealRequestsAnew } from '#app/money/payouts/seals.server.ts'
import { sealFactorsAnew } from '#app/people/accounts/factor-seal.server.ts'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { keptSecret } from '#app/platform/settings/secret.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { counted } from './counted.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

try {
  const database = await findDatabase()
  const pool = openPool(database.url, 2)
  try {
    useDatabase(pool)
    settings.AUTH_SECRET ??= keptSecret(settings.DATA_DIR)
    for (const line of await resealed(db)) console.log(line)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}

async function resealed(db: Db): Promise<string[]> {
  const [factors, keys, requests] = [await sealFactorsAnew(db), await sealKeysAnew(db), await sealRequestsAnew(db)]
  const lost = factors.lost + keys.lost
  const { count: stops } = await db
    .selectFrom('sms_stops')
    .where('phone', 'not like', '+%')
    .select((make) => make.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    `Sealed anew: ${counted(factors.anew, 'second factor')}, ${counted(keys.anew, 'key')} of passes, ${counted(requests, 'open withdrawal')}.`,
    ...(lost > 0
      ? [
          `No secret of yours opens ${counted(factors.lost, 'second factor')} and ${counted(keys.lost, 'key')} of passes.`,
        ]
      : []),
    ...(settings.AUTH_SECRET_PREVIOUS
      ? mayGo(stops)
      : ['AUTH_SECRET_PREVIOUS is not set: nothing else is to be done.']),
  ]
}

/** Sessions last longest of what is only signed: links and codes end within a day. */
function mayGo(stops: number): string[] {
  const days = Math.ceil(settings.SESSION_SECONDS / 86_400)
  return [
    `AUTH_SECRET_PREVIOUS may go ${counted(days, 'day')} after the last process with the old AUTH_SECRET was stopped: until then people are signed in by it.`,
    ...(stops > 0
      ? [
          `Without it ${counted(stops, 'phone')} that said STOP and asked to be forgotten may not be recognised: these are kept as a hash alone.`,
        ]
      : []),
  ]
}
