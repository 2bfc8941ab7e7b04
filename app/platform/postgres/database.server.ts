import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#app/platform/log.server.ts'
import { isDatabaseGone, lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { asStep, sayInStep } from '#app/platform/processes/steps.server.ts'
import { problemWith } from '#app/platform/settings/settings.server.ts'
import { migrate, missingMigrations, statementsOf } from './migrate.server.ts'
import { databasePlace, productFolder } from './place.server.ts'
import { type Postgres, startPostgres } from './postgres.server.ts'

/** A database that answers and is up to date. */
export type Database = {
  url: string
  /** The product's role; undefined where the database allows no second role. */
  role?: string | undefined
  /** The folder of our own Postgres's data; undefined for a database that the operator supplied. */
  place?: string
  stop(): Promise<void>
}

type Options = {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  REDIS_URL?: string | undefined
  /** True where jobs are done: only there is a relay that empties the outboxes. */
  works?: boolean
  /** False: a command migrates, and the start waits for it. */
  MIGRATE?: boolean
}

type Wishes = {
  /** The connections that our own Postgres has to allow, if these are many. */
  connections?: number
  /** Called when the database can't be reached. */
  troubled?: () => void
}

const shut = () => lifecycle.broken([problemWith('DATABASE_URL', 'wrong')])

/** Opens our own Postgres, unless there is a DATABASE_URL, and migrates it. One that can't be reached is tried until it can. */
export const openDatabase = (options: Options, signal: AbortSignal, wishes: Wishes = {}): Promise<Database> =>
  asStep('database', () => opened(options, signal, wishes))

async function opened(
  options: Options,
  signal: AbortSignal,
  { connections, troubled = shut }: Wishes,
): Promise<Database> {
  if (options.DATABASE_URL) {
    const role = await reach(options.DATABASE_URL, signal, options, troubled)
    return { url: options.DATABASE_URL, role, stop: async () => {} }
  }
  const own = await ownPostgres(databasePlace(options.DATA_DIR), connections)
  try {
    return { ...own, role: await bringUpToDate(own.url, options, signal) }
  } catch (error) {
    await own.stop()
    throw error
  }
}

async function reach(
  url: string,
  signal: AbortSignal,
  options: Options,
  troubled: () => void,
): Promise<string | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      await ask(url)
      return await bringUpToDate(url, options, signal)
    } catch (error) {
      if (!(error instanceof NotReached) && !isDatabaseGone(error)) throw error
      if (tries === 0) log.error({ why: (error as Error).message }, 'the database can not be used')
      troubled()
    }
    await setTimeout(Math.min(500 * 2 ** tries, 4000), undefined, { signal })
  }
}

/** Migrates the database, or waits until a command has done so. Returns the product's role. */
async function bringUpToDate(url: string, options: Options, signal: AbortSignal): Promise<string | undefined> {
  const { MIGRATE = true } = options
  if (MIGRATE) {
    await migrate(url)
    await settleIn(url)
  } else await waitForMigrations(url, signal)
  await chooseWay(url, options)
  return MIGRATE ? giveRights(url) : givenRole(url)
}

/** In milliseconds: how often a start that waits looks. */
const look = 1000

/** Waits until the database lacks no migration of this version. Changes nothing. */
async function waitForMigrations(url: string, signal: AbortSignal) {
  for (let tries = 0; ; tries++) {
    const missing = await missingMigrations(url)
    if (missing.length === 0) return
    if (tries === 0)
      log.warn({ missing }, 'the database lacks migrations: waiting for npm run db:migrate, as MIGRATE is 0')
    await setTimeout(look, undefined, { signal })
  }
}

/** Any obstacle to reaching the database, be it down, locked or misspelt: an operator can remove it while we wait. */
class NotReached extends Error {}

const oldest = 15

async function ask(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const { version } = rows[0]!
    if (version < oldest) throw new NotReached(`it is Postgres ${version}, and ${oldest} or newer is needed`)
  } catch (error) {
    throw new NotReached((error as Error).message || String((error as NodeJS.ErrnoException).code), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts our own Postgres. When it dies it is started again on the same port, where the connections look for it. */
async function ownPostgres(place: string, connections?: number): Promise<Database> {
  const say = (line: string) => sayInStep('database', line)
  let stopping = false
  const options = { place, onWait: say, ...(connections ? { connections } : {}) }
  let current = await startPostgres(options)
  const { url, port } = current
  let guarding = guard(current)

  async function guard(postgres: Postgres): Promise<void> {
    const lastWords = await postgres.gone
    if (stopping) return
    log.error({ lastWords: lastWords.slice(-1000) }, 'Postgres is gone: starting it again')
    void lifecycle.check()
    while (!stopping) {
      try {
        current = await startPostgres({ ...options, port })
        guarding = guard(current)
        return
      } catch (error) {
        log.error({ err: error }, 'Postgres could not be started again')
        await setTimeout(1000)
      }
    }
  }

  return {
    url,
    place,
    async stop() {
      stopping = true
      await current.stop()
      await guarding
      // Stops a server that was just being started when the stop was requested.
      await current.stop()
    },
  }
}

/** Corrects what a dump restored in another server can't know of it: see db/moved.sql. Runs as the tables' owner. */
export async function settleIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statementsOf(readFileSync(path.join(productFolder, 'db/moved.sql'), 'utf8')))
      await client.query(statement)
  } finally {
    await client.end()
  }
}

// Any number that nobody else locks in this database.
const wayLock = 4_201_868

/**
 * Chooses how topics and jobs go: with REDIS_URL through two tables that the relay empties, else by NOTIFY and to the queue at once.
 * Replaces the bodies of two functions, unless they are right. What was on its way is passed on: nobody may be there to do it.
 */
export async function chooseWay(url: string, { REDIS_URL, works = false }: Omit<Options, 'DATA_DIR'>): Promise<void> {
  if (!works) return
  const way = REDIS_URL ? 'outbox' : 'notify'
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // One of several processes that start replaces them.
    await client.query('select pg_advisory_xact_lock($1)', [wayLock])
    const { rows } = await client.query<{ source: string }>(
      `select prosrc as source from pg_proc where oid in ('tell_topic(text)'::regprocedure, 'add_work(json)'::regprocedure)`,
    )
    const isChosen = rows.every(({ source }) => source.includes(`public.${way}_`))
    if (!isChosen)
      await client.query(`
        create or replace function tell_topic(topic text) returns void language sql as $$ select public.${way}_topic(topic) $$;
        create or replace function add_work(specs json) returns void language sql as $$ select public.${way}_work(specs) $$`)
    await client.query('commit')
    if (isChosen) return
    log.info({ way }, 'topics and jobs go another way from now on')
    await client.query('select move_work()')
    if (way === 'notify')
      await client.query(`with gone as (delete from live_outbox returning topic)
        select count(pg_notify('live', topic)) from (select distinct topic from gone) t`)
  } finally {
    await client.end()
  }
}

const role = 'harambee_app'
/** Error codes: not allowed to make roles; made by another process at the same moment. */
const notAllowed = '42501'
const alreadyThere = ['42710', '23505']
// Any number that nobody else locks in this database.
const lock = 4_201_864

/**
 * Gives the role that serves visitors the rights that it needs and no more, as in db/rights.sql, and returns its name.
 * Undefined where the database does not let us make a role: then its triggers alone protect the books.
 */
export async function giveRights(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await makeRole(client)
    await client.query('begin')
    for (const statement of statementsOf(readFileSync(path.join(productFolder, 'db/rights.sql'), 'utf8')))
      await client.query(statement)
    await client.query('commit')
    return role
  } catch (error) {
    if ((error as pg.DatabaseError).code !== notAllowed) throw error
    log.warn(
      { why: (error as Error).message },
      'the database allows no second role: its triggers alone guard the books',
    )
    return undefined
  } finally {
    await client.end()
  }
}

/** Returns the role that serves visitors if the command that migrated could make it. */
async function givenRole(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')`,
      [role],
    )
    return rowCount ? role : undefined
  } finally {
    await client.end()
  }
}

/** Roles belong to the whole server: another database of the product on it may have made it already. */
async function makeRole(client: pg.Client) {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rows.length === 0)
    await client.query(`create role ${role} nologin`).catch((error: pg.DatabaseError) => {
      if (!alreadyThere.includes(error.code ?? '')) throw error
    })
  await client.query(`grant ${role} to current_user`)
}
