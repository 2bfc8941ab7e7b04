import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import pg from 'pg'
import { AggregatorRegistry, Counter, Gauge } from 'prom-client'
import { log } from '#app/platform/log.server.ts'
import { type Database, openDatabase } from '#app/platform/postgres/database.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import {
  type ChildPlan,
  type ChildPost,
  type FromChild,
  type FromParent,
  heartbeat,
  longestEnd,
} from './as-child.server.ts'
import { connectionsOf, planned } from './plan.ts'

// The parent of several processes. It opens the database, migrates it once, and starts the children: the first that answers visitors,
// then so many as the database has room for, and one that does the jobs. A child that dies is started again; when the parent dies, the
// children end.

type Options = {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  REDIS_URL?: string | undefined
  MIGRATE?: boolean
  port: number
  webs: number
  /** True if this machine does the jobs, too. */
  works: boolean
  /** Called when the first serves. */
  whenOpen: (place: string | undefined) => void
  program?: string
}
type Running = { open: Promise<void>; stop(): Promise<void> }

/** Metrics of all processes, and those that only the parent has. */
const figures = new AggregatorRegistry()
const ofProcesses = { labelNames: ['process'] as const, registers: [figures] }
const up = new Gauge({ name: 'process_up', help: '1 for a process that runs', ...ofProcesses })
const startsTotal = new Counter({
  name: 'process_starts_total',
  help: 'How often each process was started',
  ...ofProcesses,
})

export function openParent(options: Options): Running {
  const closing = new AbortController()
  const { promise: open, resolve: opened, reject: failed } = Promise.withResolvers<void>()
  open.catch(() => {})
  const children: Child[] = []
  let isOpen = false
  const given = openFor(options, closing.signal, () => children[0]!.tell({ noDatabase: true }))
  given.catch(failed)

  const start = (name: string) =>
    children.push(
      keepChild({
        name,
        post: (): ChildPost => ({
          name,
          isFirst: name === 'web 1',
          isLate: children.some((one) => one.name !== name && one.serves()),
        }),
        env: { PORT: String(options.port), ROLE: name === 'worker' ? 'worker' : 'web' },
        program: options.program ?? program,
        whenAsked: async (own) => {
          const { database, visitors } = await given
          own.tell({ plan: { url: database.url, role: database.role, visitors } satisfies ChildPlan })
        },
        whenServing: () => isOpen || openAll(),
        whenGone: (code) => {
          // The child has logged the obstacle.
          if (!isOpen && code === 1) failed(new Error(`${name} could not be started`))
          return isOpen || code !== 1
        },
      }),
    )
  const openAll = () => {
    isOpen = true
    void given.then(({ webs, database }) => {
      if (closing.signal.aborted) return
      for (let nr = 2; nr <= webs; nr++) start(`web ${nr}`)
      if (options.works) start('worker')
      options.whenOpen(database.place)
      opened()
    })
  }

  start('web 1')
  return {
    open,
    async stop() {
      closing.abort()
      await Promise.all(children.map((child) => child.stop()))
      const { database } = (await Promise.race([given.catch(() => {}), pause(5000)])) ?? {}
      await database?.stop()
    },
  }
}

/** Opens the database with room for so many; or returns how many it has room for. */
async function openFor({ webs, ...options }: Options, signal: AbortSignal, troubled: () => void) {
  const database = await openDatabase(options, signal, { connections: connectionsOf(webs), troubled })
  const connections = await connectionsAt(database.url)
  const plan = planned(webs, connections)
  if (plan.webs < webs)
    log.warn(
      { connections, wanted: connectionsOf(webs), webs: plan.webs },
      'the database takes too few connections: fewer processes answer visitors',
    )
  return { database, ...plan }
}

/** Returns how many connections we may have there. */
async function connectionsAt(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ most: number }>(`
      select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most`)
    return rows[0]!.most
  } finally {
    await client.end()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Returns the metrics of all processes, each with the name of its process; without the others' if one of them hangs. */
async function figuresText(): Promise<string> {
  const theirs = await figures.clusterMetrics().catch(() => '')
  return (await figures.metrics()) + theirs
}

// A child as its parent sees it: started, and started again when it dies.

export type Child = {
  readonly name: string
  tell: (what: FromParent) => void
  /** Returns true once visitors are answered. */
  serves: () => boolean
  /** Makes it close in order; one that does not is killed. Resolves when it has ended. */
  stop(): Promise<void>
}
type ChildOptions = {
  name: string
  /** Makes the facts for each start. */
  post: () => ChildPost
  env: Record<string, string>
  program: string
  /** Called when it asks for the database. */
  whenAsked: (child: Child) => Promise<void>
  whenServing: () => unknown
  /** Called when it has died, not by our will. False: it is not started again. */
  whenGone: (code: number | null) => boolean
}

const program = path.join(productFolder, 'scripts/serve.ts')
/** In milliseconds. One that runs for a while counts as healthy again. */
const pauses = { first: 100, longest: 30_000, wellAfter: 60_000 }
/** A child that was silent for so many beats hangs. A parent that slept has missed them, too. */
const patience = 12

export function keepChild({ name, post, env, program: exec, ...hooks }: ChildOptions): Child {
  let running: Worker | undefined
  let serves = false
  let faults = 0
  let isStopping = false
  let again: NodeJS.Timeout | undefined
  const ended = Promise.withResolvers<void>()
  const child: Child = {
    name,
    tell: (what) => void (running?.isConnected() && running.send(what, () => {})),
    serves: () => serves,
    stop,
  }

  function start() {
    const began = Date.now()
    cluster.setupPrimary({ exec, args: [JSON.stringify(post())] })
    const own = cluster.fork(env)
    running = own
    up.set({ process: name }, 1)
    startsTotal.inc({ process: name })
    const heart = listen(own)
    const end = (code: number | null, signal: string | null) => {
      clearInterval(heart)
      running = undefined
      serves = false
      up.set({ process: name }, 0)
      if (Date.now() - began > pauses.wellAfter) faults = 0
      gone(code, signal)
    }
    own.once('exit', end)
    own.on('error', (error) => {
      log.error({ err: error, process: name }, 'a process could not be started')
      // The system has no room for the process at this moment: then there is no exit event, either.
      if (own.process.pid === undefined) end(null, null)
    })
  }

  /** Hears the child. One that is silent for a minute after it was heard is killed, and then starts again. */
  function listen(own: Worker) {
    let missed = Number.NEGATIVE_INFINITY
    own.on('message', (what: FromChild) => {
      if (what === 'beat') missed = 0
      if (what === 'database') hooks.whenAsked(child).catch(() => {})
      if (what === 'figures') void figuresText().then((text) => child.tell({ figures: text }))
      if (what !== 'serves') return
      serves = true
      hooks.whenServing()
    })
    return setInterval(() => {
      if (++missed < patience) return
      log.error({ pid: own.process.pid }, 'a process hangs and is ended')
      own.process.kill('SIGKILL')
    }, heartbeat).unref()
  }

  function gone(code: number | null, signal: string | null) {
    if (isStopping || !hooks.whenGone(code)) return ended.resolve()
    const wait = Math.min(pauses.longest, pauses.first * 2 ** faults++)
    log.error({ process: name, code, signal, wait }, 'a process is gone and starts again')
    again = setTimeout(start, wait)
  }

  async function stop() {
    if (!isStopping && !running) ended.resolve()
    isStopping = true
    clearTimeout(again)
    const late = setTimeout(() => running?.process.kill('SIGKILL'), longestEnd)
    if (running?.isConnected()) running.process.disconnect()
    await ended.promise
    clearTimeout(late)
  }

  start()
  return child
}
