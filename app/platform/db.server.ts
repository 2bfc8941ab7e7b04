import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** Cents and counts stay below 2^53, so a bigint of the database is a plain number here. */
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()
let generation = 0
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  if (names.size < 2000) names.set(text, name)
  return name
}

/** True when a newer version has changed the tables while we serve, so that a prepared statement's result has another shape. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error as pg.DatabaseError).code === '0A000' && /cached plan/.test(error.message)

/** Makes every connection prepare the statement again, under another name. */
function forgetPlan(text: string) {
  names.delete(text)
  generation++
}

type Told = (error: Error | null, result?: unknown) => void

/**
 * The first words of a statement whose best plan depends on how full its tables are. Postgres keeps the plan of a named
 * statement: one that was fine for an empty table may read all of a full one.
 */
export const plannedEachTime = sql.raw<unknown>('/* planned each time */')
const isPlannedEachTime = (text: string) => text.trimStart().startsWith('/* planned each time */')

/** A commit that no standby confirmed: the database that takes over may not have it. */
class NotReplicated extends Error {
  /** The database does not know how the transaction ended. */
  code = '08007'
}

/** Answers no commit as done that no standby confirmed, and hangs up where the database does not answer in time or takes no writes. */
class HonestClient extends pg.Client {
  #unconfirmed: NotReplicated | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    // Postgres calls a commit done whose wait for a standby was cancelled, and says so in a notice.
    this.on('notice', ({ routine, message }) => {
      if (routine === 'SyncRepWaitForLSN') this.#unconfirmed = new NotReplicated(message)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; this one passes all of them on
  override query(config: any, values?: any, callback?: any): any {
    const told = typeof values === 'function' ? values : callback
    const given = typeof values === 'function' ? [] : [values]
    if (told)
      return super.query(config, ...given, (error: Error | null, result: unknown) => told(this.#lost(error), result))
    const asked = super.query(config, ...given)
    // A stream answers by itself.
    if (!(asked instanceof Promise)) return asked
    return asked.then(
      (result) => {
        const lost = this.#lost(null)
        if (lost) throw lost
        return result
      },
      (error) => {
        throw this.#lost(error)
      },
    )
  }

  /** Returns the error of a statement: its own, or that no standby confirmed its commit. */
  #lost(error: Error | null): Error | null {
    const lost = this.#unconfirmed ?? null
    this.#unconfirmed = undefined
    // The statement still runs there: the next statement of this connection would wait behind it.
    const isLate = error?.message === 'Query read timeout'
    // The server has become a standby, which takes no writes: the next connection leads to the primary.
    const isLeft = (error as pg.DatabaseError | null)?.code === '25006'
    if (isLate || isLeft) this.end().catch(() => {})
    return error ?? lost
  }
}

/** Names every statement with values by its text, so that Postgres plans it once per connection: twice the speed. */
class NamingClient extends HonestClient {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0 || isPlannedEachTime(config))
      return super.query(config, values, callback)
    return callback ? this.#named(config, values, callback) : this.#promised(config, values)
  }

  #promised = (text: string, values: unknown[]) =>
    new Promise((resolve, reject) => {
      this.#named(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    })

  /** Retries at once outside of a transaction; an aborted transaction has to be done again as a whole. */
  #named(text: string, values: unknown[], told: Told): void {
    const isAlone = this.getTransactionStatus() === 'I'
    super.query({ name: nameOf(text), text, values } as pg.QueryConfig, (error: Error | null, result: unknown) => {
      if (!isOutdated(error)) return told(error, result)
      forgetPlan(text)
      return isAlone ? this.#named(text, values, told) : told(error)
    })
  }
}

/**
 * Opens a pool of connections to one database, with this role if one is named. A lost connection is the next query's
 * error, not the process's end. `quick`: a commit does not wait for the disk. Only for data that a power failure may lose.
 * `pooled`: behind a pooler in transaction mode, where each transaction may have another session: no statement is
 * prepared, and the pooler sets the role. `readOnly`: refuses each write.
 */
export function openPool(
  connectionString: string,
  max = 10,
  role?: string,
  { quick = false, pooled = false, readOnly = false } = {},
): pg.Pool {
  // Sent with the connection, so that there is no moment without these settings.
  const said = [
    ...(role && !pooled ? [`-c role=${role}`] : []),
    ...(quick ? ['-c synchronous_commit=off'] : []),
    ...(readOnly ? ['-c default_transaction_read_only=on'] : []),
  ]
  const pool = new pg.Pool({
    connectionString,
    ...(said.length > 0 ? { options: said.join(' ') } : {}),
    max,
    types,
    Client: pooled ? HonestClient : NamingClient,
    connectionTimeoutMillis: 4000,
    // A database that hangs, or whose connection is cut silently, must not keep visitors waiting for ever.
    query_timeout: 30_000,
  } as pg.PoolConfig)
  const clients = new Set<pg.PoolClient>()
  connected.set(pool, clients)
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  return pool
}

const connected = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Ends all connections at once: every caller that waits for an answer gets an error. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of connected.get(pool) ?? []) {
    const { connection } = client as unknown as { connection: { stream: Duplex } }
    connection.stream.destroy()
  }
}

/** Opens one connection that only asks whether the database answers, however busy all others are. */
export function openPulse(connectionString: string, role?: string): pg.Pool {
  const pulse = openPool(connectionString, 1, role)
  pulse.options.idleTimeoutMillis = 0
  return pulse
}

let current: pg.Pool | undefined
let sessions: string | undefined
/**
 * Points `db` to a database. Called once at the start; tests call it with a database of their own. `session`: the
 * address for connections that need a session, if it is another one.
 */
export function useDatabase(pool: pg.Pool, session?: string): void {
  current = pool
  sessions = session
}
/** The address for connections that need a session: behind a pooler, a session may be another's after each transaction. */
export const sessionAddress = (): string => sessions ?? thePool().options.connectionString!

export function thePool(): pg.Pool {
  if (!current) throw new Error('the database is not connected yet')
  return current
}

/** Returns a database that looks up its pool with each query, so that it can be made before the start is complete. */
export const dbOn = (pool: () => pg.Pool): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: () => pool().connect(), end: async () => {} } as unknown as pg.Pool,
    }),
  })

/** The database. */
export const db: Db = dbOn(thePool)

/**
 * A condition that is always true, for a statement that is a transaction by itself: its commit does not wait for the
 * disk. Only for data that a power failure may lose.
 */
export const unwaitedCommit = sql<boolean>`(select set_config('synchronous_commit', 'off', true)) = 'off'`

/** Returns the database's time. Money depends on it: a machine's own clock may be a day off. */
export const databaseNow = async (db: Db | Tx): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]!.now

const mostTries = 4

/**
 * Runs a transaction, and repeats it when the database aborted it because of another: a deadlock, a serialization failure, or a migration
 * that changed its tables. Repeats three times at most. Its work may touch nothing but the database.
 */
export const inOneGo = <Done>(db: Db, work: (tx: Tx) => Promise<Done>): Promise<Done> =>
  retried(() => db.transaction().execute(work))

/** Does the same for work that needs no transaction around it: what a statement of it did may be done again. */
export async function retried<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= mostTries || !(isOutdated(error) || /^40(P01|001)$/.test(codeOf(error)))) throw error
      // A random pause, so that both don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * tries))
    }
  }
}

/** True when a statement gave up because another transaction held its lock for too long. */
export const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
