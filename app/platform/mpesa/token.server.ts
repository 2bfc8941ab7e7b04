import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { seal, unseal } from '#app/platform/settings/secret.server.ts'

// The token for Safaricom's gateway, good for an hour. A new one may invalidate the one before, so all processes share one,
// in a sealed row of the database, and one of them renews it while the others continue with the old one.

export type Tokens = {
  /** Returns a token to call with. */
  current: () => Promise<string | PhoneFailure>
  /** Returns another token than this, which was refused: made once, however many calls were refused. */
  insteadOf: (refused: string) => Promise<string | PhoneFailure>
}
export type NewToken = { is: 'token'; token: string; seconds: number }

type Options = {
  db: Db
  /** The owner of the token: an app, at an address. */
  of: string
  secret: string
  make: () => Promise<NewToken | PhoneFailure>
  now?: () => number
}
/** In milliseconds of this process's clock. */
type Held = { token: string; until: number; renewAt: number }

/** The token is renewed when so little of its hour is left, and not used in its last seconds. In milliseconds. */
const [renewLeft, lastLeft] = [600_000, 15_000]
/** The pause after a failed early renewal. */
const pause = 30_000
const purpose = 'mpesa token'

export function sharedTokens({ db, of, secret, make, now = Date.now }: Options): Tokens {
  const name = createHash('sha256').update(of).digest('hex').slice(0, 32)
  let held: Held | undefined
  /** This process's pending renewals, by the refused token: each once. */
  const asking = new Map<string, Promise<string | PhoneFailure>>()

  const keep = ({ token, seconds }: Kept): string => {
    const until = now() + seconds * 1000
    held = { token, until: until - lastLeft, renewAt: until - renewLeft }
    return token
  }
  const kept = async (from: Db | Tx): Promise<Kept | undefined> => {
    const row = await rowOf(from, name)
    const token = row && row.left * 1000 > lastLeft ? unseal(secret, purpose, row.sealed) : undefined
    return token && row ? { token, seconds: row.left } : undefined
  }
  /**
   * While the gateway is asked only the lock is held, and no row: other processes wait on it for this token. The lock ends
   * with the transaction, so that it works behind a pooler too.
   */
  const renewed = (is: (found: Kept) => boolean, early: boolean) =>
    db.transaction().execute(async (tx) => {
      if (!(await locked(tx, name, early))) return undefined
      const found = await kept(tx)
      if (found && is(found)) return keep(found)
      const made = await make()
      if (made.is === 'failure') return made
      await store(tx, name, seal(secret, purpose, made.token), made.seconds)
      return keep(made)
    })
  const another = (refused: string) => {
    const known = asking.get(refused)
    if (known) return known
    const one = renewed(({ token }) => token !== refused, false).finally(() => asking.delete(refused))
    // A renewal that waits for the lock always has an answer.
    asking.set(refused, one as Promise<string | PhoneFailure>)
    return one as Promise<string | PhoneFailure>
  }
  const early = (mine: Held) => {
    mine.renewAt = now() + pause
    renewed(({ seconds }) => seconds * 1000 > renewLeft, true).catch((error) =>
      log.warn({ err: error }, 'the token of M-Pesa could not be renewed'),
    )
  }

  return {
    async current() {
      if (!held || held.until <= now()) {
        const found = await kept(db)
        if (!found) return another('')
        keep(found)
      }
      const mine = held!
      if (mine.renewAt <= now()) early(mine)
      return mine.token
    },
    async insteadOf(refused) {
      if (held && held.token !== refused && held.until > now()) return held.token
      if (held?.token === refused) held = undefined
      return another(refused)
    },
  }
}

/** A stored token, with the seconds that are left. */
type Kept = { token: string; seconds: number }

async function locked(tx: Tx, name: string, orNot: boolean): Promise<boolean> {
  const key = `mpesa token ${name}`
  const { rows } = orNot
    ? await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as ours`.execute(tx)
    : await sql<{
        ours: boolean
      }>`select pg_advisory_xact_lock(hashtextextended(${key}, 0)) is not null as ours`.execute(tx)
  return rows[0]!.ours
}

/** The seconds left are by the database's clock, which all processes share. */
const rowOf = async (from: Db | Tx, name: string) =>
  from
    .selectFrom('mpesa_token')
    .select(['sealed', sql<number>`extract(epoch from good_until - clock_timestamp())::float8`.as('left')])
    .where('name', '=', name)
    .executeTakeFirst()

async function store(tx: Tx, name: string, sealed: string, seconds: number) {
  const good_until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  await tx
    .insertInto('mpesa_token')
    .values({ name, sealed, good_until })
    .onConflict((same) => same.column('name').doUpdateSet({ sealed, good_until }))
    .execute()
}
