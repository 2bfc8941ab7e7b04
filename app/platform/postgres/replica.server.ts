import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { RouterContextProvider } from 'react-router'
import { cutConnections, type Db, db, openPool, thePool } from '#app/platform/db.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { isDatabaseGone } from '#app/platform/processes/lifecycle.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { DB } from '#db/types.ts'

// Reports may read a replica, which is some seconds old at most: then they take nothing from those who give. The primary is read
// instead when the replica lags or fails, and by a person who has just changed something.

const usual = {
  /** The most milliseconds that the replica may lag. */
  mostLag: 5000,
  /** The milliseconds between two measurements, and after an error. */
  each: 1000,
  away: 5000,
  /** The longest wait for a measurement, in milliseconds. */
  patience: 1000,
}
type Pace = typeof usual

/** Returns how many milliseconds the replica lags behind the primary. */
type Measure = (replica: pg.Pool) => Promise<number>

type Measured = { isUsable: boolean; at: number }

class Replica {
  readonly pool: pg.Pool
  readonly #measure: Measure
  readonly #pace: Pace
  #last: Measured = { isUsable: false, at: Number.NEGATIVE_INFINITY }
  #measuring: Promise<void> | undefined
  #said = true

  constructor(pool: pg.Pool, measure: Measure, pace: Pace) {
    this.pool = pool
    this.#measure = measure
    this.#pace = pace
  }

  /** Returns a connection; undefined when the primary has to be read. */
  async connect(): Promise<pg.PoolClient | undefined> {
    if (!(await this.isUsable())) return undefined
    try {
      return this.#guarded(await this.pool.connect())
    } catch (error) {
      this.#failed(error)
      return undefined
    }
  }

  /** Nobody waits for the measurement of a replica that could not be used before. */
  async isUsable(): Promise<boolean> {
    if (performance.now() >= this.#last.at + this.#pace.each) {
      this.#measuring ??= this.#ask().finally(() => {
        this.#measuring = undefined
      })
      if (this.#last.isUsable) await this.#measuring
    }
    return this.#last.isUsable
  }

  async #ask() {
    let late: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, fail) => {
      late = setTimeout(() => fail(new Error('the replica does not answer')), this.#pace.patience)
    })
    const lag = await Promise.race([this.#measure(this.pool), silence]).catch((error: unknown) => {
      this.#failed(error)
      // Readers that wait for it go to the primary at once.
      cutConnections(this.pool)
    })
    clearTimeout(late)
    if (lag === undefined) return
    this.#last = { isUsable: lag <= this.#pace.mostLag, at: performance.now() }
    this.#say(this.#last.isUsable, { lag: Number.isFinite(lag) ? Math.round(lag) : 'unknown' })
  }

  #failed(error: unknown) {
    this.#last = { isUsable: false, at: performance.now() + this.#pace.away - this.#pace.each }
    this.#say(false, { err: withoutAddresses(error) })
  }

  /** Writes a line when it changes, not for each reader. */
  #say(isUsable: boolean, why: object) {
    if (isUsable === this.#said) return
    this.#said = isUsable
    if (isUsable) log.info(why, 'reports read the replica again')
    else log.warn(why, 'reports read the primary: the replica can not be used')
  }

  /** Asks the primary for what the replica did not answer. In a transaction the reader has to begin again: see `orPrimary`. */
  #guarded(client: pg.PoolClient): pg.PoolClient {
    let inTransaction = false
    const query = async (text: string, values?: unknown[]) => {
      inTransaction ||= /^(start transaction|begin)/i.test(text)
      try {
        return await client.query(text, values)
      } catch (error) {
        if (isDatabaseGone(error)) this.#failed(error)
        if (inTransaction) throw error
        return thePool().query(text, values)
      }
    }
    return { query, release: () => client.release() } as unknown as pg.PoolClient
  }
}

/**
 * Measures by the place in the primary's log that the replica has replayed. The time of the last transaction counts only while that is
 * behind: a primary that is idle has no new ones. Both times are the primary's, so clocks may differ.
 */
const lagOf: Measure = async (replica) => {
  const primary = await thePool().query<{ lsn: string; now: Date }>(
    'select pg_current_wal_lsn()::text as lsn, clock_timestamp() as now',
  )
  const { lsn, now } = primary.rows[0]!
  for (let tries = 1; ; tries++) {
    const { rows } = await replica.query<{ follows: boolean; hasAll: boolean | null; lag: number | null }>(
      `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
        (extract(epoch from $2::timestamptz - pg_last_xact_replay_timestamp()) * 1000)::float as lag`,
      [lsn, now],
    )
    const { follows, hasAll, lag } = rows[0]!
    if (!follows) throw new Error('DATABASE_READ_URL leads to no replica')
    if (hasAll) return 0
    if (tries === 4) return lag ?? Number.POSITIVE_INFINITY
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

let current: Replica | undefined

type Opened = { url: string; role?: string | undefined; measure?: Measure } & Partial<Pace>

/** Opens connections to the replica. Without it `lagDb` is `db`. */
export function openReplica({ url, role, measure = lagOf, ...pace }: Opened): { stop(): Promise<void> } {
  const pool = openPool(url, 4, role, { readOnly: true })
  const opened = new Replica(pool, measure, { ...usual, ...pace })
  current = opened
  void opened.isUsable()
  return {
    async stop() {
      if (current === opened) current = undefined
      await pool.end()
    },
  }
}

const lagging: Db = new Kysely<DB>({
  dialect: new PostgresDialect({
    pool: {
      connect: async () => (await current?.connect()) ?? thePool().connect(),
      end: async () => {},
    } as unknown as pg.Pool,
  }),
})

/**
 * Returns the database for lists and reports, which may be some seconds old. Never for what decides: sessions, rights, limits, balances,
 * forms, and pages that are kept. A person who has just changed something gets the primary.
 */
export function lagDb(context?: Readonly<RouterContextProvider>): Db {
  const asked = context?.get(askedContext)
  return !current || asked?.isFresh || asked?.changes ? db : lagging
}

/** Runs work that has a transaction of its own, and runs it once more with the primary when the replica fails in the middle. */
export const orPrimary = <Done>(from: Db, work: (db: Db) => Promise<Done>): Promise<Done> =>
  from === lagging ? work(from).catch(() => work(db)) : work(from)

/** True for the cookies of a person who has changed something in the last ten seconds. */
export const isFresh = (cookies: string | undefined): boolean => /(?:^|; )fresh=1(?:;|$)/.test(cookies ?? '')

/** Returns the cookie for a person who sent a form, if there is a replica. */
export const freshCookie = (secure: boolean): string | undefined =>
  current && `fresh=1; Path=/; Max-Age=10; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
