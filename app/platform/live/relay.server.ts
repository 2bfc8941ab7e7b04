import type { Redis } from 'ioredis'
import pg from 'pg'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { beatWord, connectRedis, listenToRedis, liveChannel, resetWord } from './redis.server.ts'

// The relay: with REDIS_URL transactions write their topics and jobs to two tables, and one worker passes these on. Rows are
// read while they are there, and by no cursor, so that a late commit is not missed. Each is deleted after it was passed on: twice
// is harmless, never is not.

// Any number that nobody else locks in this database.
const lock = 4_201_867

const usual = {
  /** Milliseconds between two looks at the tables. */
  every: 50,
  /** Milliseconds between two beats. */
  beat: 1000,
  /** The milliseconds without a beat after which another worker takes over. */
  quiet: 3000,
  /** The longest wait for an answer of Redis, in milliseconds. */
  patience: 2000,
}
type Pace = typeof usual
type Options = { url: string; redis: string } & Partial<Pace>

const mostTopics = 1000
const mostInMessage = 200

type Relay = {
  /** True while this worker is the one that passes on. */
  relays: () => boolean
  stop(): Promise<void>
}

/** Passes on what is in the two tables whenever no other worker does, until it is stopped. */
export function startRelay({ url, redis: address, ...wanted }: Options): Relay {
  let relays = false
  const pace = { ...usual, ...wanted }
  const closing = new AbortController()
  const done = keepRelaying()
  return {
    relays: () => relays,
    async stop() {
      closing.abort()
      await done
    },
  }

  async function keepRelaying() {
    const redis = await connectRedis(address, 'relay', pace.patience)
    const holder = watchHolder(address, pace)
    for (let faults = 0; !closing.signal.aborted; faults++) {
      const began = performance.now()
      await turn(redis, holder).catch((error: unknown) => {
        if (closing.signal.aborted) return
        log.warn({ err: withoutAddresses(error) }, 'the relay begins again')
      })
      if (performance.now() - began > 10_000) faults = 0
      if (!closing.signal.aborted) await pause(Math.min(2000, 100 * 2 ** faults))
    }
    await holder.close()
    redis.disconnect()
  }

  /** One session from its beginning to its end: the lock ends with it, and what it had not committed is not done. */
  async function turn(redis: Redis, holder: Holder) {
    const session = openSession(url)
    session.on('error', () => {})
    try {
      await session.connect()
      while (!(await holder.takesOver(session))) {
        if (closing.signal.aborted) return
        await pause(Math.min(500, pace.quiet / 4))
      }
      relays = true
      const channel = await liveChannel()
      await relay(session, (text) => redis.publish(channel, text), pace, closing.signal)
    } finally {
      relays = false
      await Promise.race([session.end().catch(() => {}), pause(1000)])
    }
  }
}

/** Opens a session whose commits wait for no disk and no standby: rows that a crash brings back are passed on once more. */
const openSession = (connectionString: string) =>
  new pg.Client({
    connectionString,
    options: '-c synchronous_commit=off',
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    application_name: 'harambee relay',
  })

type Publish = (text: string) => Promise<unknown>

async function relay(session: pg.Client, publish: Publish, pace: Pace, closing: AbortSignal) {
  const notified = await hearNotifications(session)
  // Topics that the relay before this one did not publish were missed.
  let owesReset = true
  let beaten = Number.NEGATIVE_INFINITY
  while (!closing.aborted) {
    const { rows } = await session.query<{ moved: string }>('select move_work() as moved')
    const passed: number | undefined = owesReset
      ? await startAgain(session, publish, notified)
      : await passOn(session, publish, notified)
    if (passed === undefined && !owesReset) log.warn('topics could not be published')
    owesReset = passed === undefined
    if (!owesReset && performance.now() - beaten >= pace.beat) {
      beaten = performance.now()
      await publish(beatWord).catch(() => {})
    }
    if (Number(rows[0]!.moved) < mostTopics && (passed ?? 0) < mostTopics) await pause(pace.every)
  }
}

/** Returns the topics that others notify, as they do while not every worker has REDIS_URL yet. The list grows. */
async function hearNotifications(session: pg.Client): Promise<string[]> {
  const notified: string[] = []
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  session.on('notification', ({ processId, payload }) => {
    if (processId !== rows[0]!.pid) notified.push(payload ?? '')
  })
  await session.query('listen live')
  return notified
}

/**
 * Publishes the oldest topics and deletes them. Processes without REDIS_URL are notified. Returns the number of topics, or undefined if
 * they could not be published.
 */
async function passOn(session: pg.Client, publish: Publish, notified: string[]): Promise<number | undefined> {
  // An echo comes last, and only once all topics are read that were there with it: a process that hears it has heard those.
  const known = notified.length
  await session.query('begin')
  const { rows } = await session.query<{ id: string; topic: string }>(
    `select id, topic from live_outbox order by topic like 'echo:%', id limit ${mostTopics} for update skip locked`,
  )
  const topics = [...new Set(rows.map(({ topic }) => topic))]
  const isAll = rows.length < mostTopics
  const said = isAll ? [...topics, ...notified.splice(0, known)] : topics
  try {
    for (let at = 0; at < said.length; at += mostInMessage)
      await publish(JSON.stringify(said.slice(at, at + mostInMessage)))
  } catch {
    await session.query('rollback')
    return undefined
  }
  if (rows.length > 0)
    await session.query(
      `with gone as (delete from live_outbox where id = any($1::bigint[]))
        select count(pg_notify('live', topic)) from unnest($2::text[]) topic`,
      [rows.map(({ id }) => id), topics],
    )
  await session.query('commit')
  return rows.length
}

/** Has all processes forget their pages, instead of telling them of each topic: topics do not pile up while Redis is away. */
async function startAgain(session: pg.Client, publish: Publish, notified: string[]): Promise<number | undefined> {
  notified.length = 0
  await session.query(`
    with gone as (delete from live_outbox returning topic)
    select count(pg_notify('live', topic)) from (select topic from gone group by topic order by topic like 'echo:%') t`)
  return publish(resetWord).then(
    () => 0,
    () => undefined,
  )
}

type Holder = ReturnType<typeof watchHolder>

/** Watches the worker that relays, and takes over when that is gone or falls silent. */
function watchHolder(address: string, { quiet, patience }: Pace) {
  let heard = performance.now()
  let pid: number | null = null
  const hears = () => {
    heard = performance.now()
  }
  const line = listenToRedis(address, { said: () => {}, connected: hears, beat: hears }, { patience })
  return {
    close: () => line.close(),
    /** True once the session holds the lock. Ends the session of a silent holder, unless Redis is silent itself. */
    async takesOver(session: pg.Client): Promise<boolean> {
      const { rows } = await session.query<{ ours: boolean; pid: number | null }>(
        `select pg_try_advisory_lock($1) as ours, (select pid from pg_locks where locktype = 'advisory' and granted
          and classid = 0 and objid = $1 and objsubid = 1 and pid <> pg_backend_pid()
          and database = (select oid from pg_database where datname = current_database())) as pid`,
        [lock],
      )
      const found = rows[0]!
      if (found.ours) return true
      const now = performance.now()
      if (found.pid !== pid) heard = now
      pid = found.pid
      if (pid === null || now - heard < quiet) return false
      // With the answer all beats before it are heard, however busy this process was.
      const answers = await line.answers()
      if (!answers) heard = performance.now()
      if (performance.now() - heard < quiet) return false
      log.warn('the relay fell silent: this worker takes over')
      await session.query('select pg_terminate_backend($1)', [pid])
      return false
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
