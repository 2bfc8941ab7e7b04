import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { log } from '#app/platform/log.server.ts'
import { type Database, openDatabase } from '#app/platform/postgres/database.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import { type Asks, type ChildPlan, type ChildPost, talk } from './as-child.server.ts'
import type { ProcessFigures } from './metrics.server.ts'
import { connectionsOf, planned } from './plan.ts'
import { type Bounds, LineFull, newLine } from './turns.server.ts'

// The parent of several processes. It opens the database, migrates it once, and starts the children: so many that answer
// visitors, and one that does the jobs. A child that dies is started again; when the parent dies, the children end.

type Options = {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  REDIS_URL?: string | undefined
  MIGRATE?: boolean
  port: number
  webs: number
  /** True if this machine does the jobs, too. */
  works: boolean
  /** Called when all have opened. */
  whenOpen: (place: string | undefined) => void
  env: NodeJS.ProcessEnv
  program?: string
}
type Running = { open: Promise<void>; stop(): Promise<void> }

export function openParent(options: Options): Running {
  const closing = new AbortController()
  const { promise: first, resolve: firstOpened } = Promise.withResolvers<void>()
  const children: Child[] = []
  const opened = gate()
  const serving = gate()
  let isOpen = false
  let database: Database | undefined
  const given = openFor(options, closing.signal, () => {
    for (const child of children) child.ask('no-database').catch(() => {})
  }).then(({ database: own, webs, visitors }) => {
    database = own
    // Ends the children for which the database has no room.
    for (const child of children.slice(webs)) if (child.post.name !== 'worker') dismiss(child)
    return { url: own.url, role: own.role, visitors } satisfies ChildPlan
  })
  given.catch(opened.fail)

  const lines = sharedLines()
  const othersServe = (name: string) =>
    isOpen && children.some((one) => one.post.name !== name && one.post.name !== 'worker' && one.isUp())
  const start = (name: string, isFirst: boolean) => {
    opened.expect(name)
    if (name !== 'worker') serving.expect(name)
    const child = keepChild({
      post: (): ChildPost => ({ name, webs: options.webs, isFirst, isLate: othersServe(name) }),
      env: { ...options.env, PORT: String(options.port), ROLE: name === 'worker' ? 'worker' : 'web' },
      isNice: name === 'worker',
      ...(options.program ? { program: options.program } : {}),
      answers: (own) => ({
        // A problem with the database that the parent or a child has reported need not be reported again by the others.
        database: async () => {
          const what = await given.catch(() => new Promise<never>(() => {}))
          if (!isFirst) await first
          return what
        },
        opened: () => {
          if (isFirst) firstOpened()
          return opened.pass(name)
        },
        serves: () => serving.pass(name),
        figures: () => figuresOf(children),
        enter: (of: { name: string; bounds: Bounds }) => lines.enter(own, of),
        leave: (line: string) => lines.leave(own, line),
      }),
      whenGone: (own, code) => {
        lines.leaveAll(own)
        // The child has logged the obstacle.
        if (!isOpen && code === 1) opened.fail(new Error(`${name} could not be started`))
        return isOpen || code !== 1
      },
    })
    children.push(child)
  }
  const dismiss = (child: Child) => {
    children.splice(children.indexOf(child), 1)
    for (const one of [opened, serving]) void one.pass(child.post.name).catch(() => {})
    void child.stop()
  }

  for (let nr = 1; nr <= options.webs; nr++) start(`web ${nr}`, nr === 1)
  if (options.works) start('worker', false)
  const open = opened.all.then(() => {
    isOpen = true
    options.whenOpen(database?.place)
  })
  open.catch(() => {})
  return {
    open,
    async stop() {
      closing.abort()
      await Promise.all(children.map((child) => child.stop()))
      await Promise.race([given.catch(() => {}), pause(5000)])
      await database?.stop()
    },
  }
}

/** Makes a gate: nobody continues before all who are expected have passed, or will not come. */
function gate() {
  const { promise: all, resolve, reject: fail } = Promise.withResolvers<void>()
  const expected = new Set<string>()
  return {
    all,
    fail,
    expect: (name: string) => void expected.add(name),
    pass(name: string): Promise<void> {
      expected.delete(name)
      if (expected.size === 0) resolve()
      return all
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

/** In milliseconds. One child that hangs does not hide the metrics of the others. */
const longestCount = 5000

/** Collects each child's metrics; none of one that does not run. */
const figuresOf = (children: Child[]): Promise<ProcessFigures[]> =>
  Promise.all(
    children.map(async (child) => {
      const late = pause(longestCount).then(() => undefined)
      const counted = await Promise.race([child.ask<ProcessFigures['counted']>('figures').catch(() => undefined), late])
      return { process: child.post.name, isUp: child.isUp(), starts: child.starts(), counted: counted ?? [] }
    }),
  )

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** A process; one run of it holds a place. */
type Holder = Pick<Child, 'starts' | 'isUp'>

/** Makes the queues that the processes share. A place whose holder has died is free. */
export function sharedLines() {
  const lines = new Map<string, ReturnType<typeof newLine>>()
  const held = new Map<Holder, string[]>()
  const leave = (child: Holder, name: string) => {
    const names = held.get(child) ?? []
    if (!names.includes(name)) return
    names.splice(names.indexOf(name), 1)
    lines.get(name)!.leave()
  }
  return {
    async enter(child: Holder, { name, bounds }: { name: string; bounds: Bounds }): Promise<boolean> {
      const starts = child.starts()
      const line = lines.get(name) ?? newLine(bounds)
      lines.set(name, line)
      try {
        await line.enter()
      } catch (error) {
        if (error instanceof LineFull) return false
        throw error
      }
      // The child died while it waited.
      if (child.starts() !== starts || !child.isUp()) {
        line.leave()
        return false
      }
      held.set(child, [...(held.get(child) ?? []), name])
      return true
    },
    leave,
    leaveAll: (child: Holder) => {
      for (const name of [...(held.get(child) ?? [])]) leave(child, name)
    },
  }
}

// A child as its parent sees it: started, and started again when it dies.

type Answers = Parameters<typeof talk>[1]
export type Child = {
  readonly post: ChildPost
  ask: Asks
  /** Returns how often it was started. */
  starts: () => number
  isUp: () => boolean
  /** Makes it close in order; one that does not is killed. Resolves when it has ended. */
  stop(): Promise<void>
}
type ChildOptions = {
  /** Makes the message for each start. */
  post: () => ChildPost
  env: NodeJS.ProcessEnv
  /** True if it works only when no other process wants the processor. */
  isNice: boolean
  answers: (child: Child) => Answers
  /** Called when it has died, not by our will. False: it is not started again. */
  whenGone: (child: Child, code: number | null) => boolean
  program?: string
}

const program = path.join(productFolder, 'scripts/child.ts')
/** In milliseconds. One that runs for a while counts as healthy again. */
const pauses = { first: 100, longest: 30_000, wellAfter: 60_000 }
/** In milliseconds. An orderly end takes ten seconds at most, and two before it behind a proxy. */
const longestEnd = 20_000
/** A child that has not answered for so many turns of this many milliseconds hangs. A parent that slept has missed them, too. */
const patience = { turns: 12, turn: 5000 }

export function keepChild(options: ChildOptions): Child {
  let running: ChildProcess | undefined
  let ask: Asks = () => Promise.reject(new Error('it does not run'))
  let starts = 0
  let faults = 0
  let stopping = false
  let again: NodeJS.Timeout | undefined
  let post = options.post()
  const ended = Promise.withResolvers<void>()
  const child: Child = {
    get post() {
      return post
    },
    ask: (what, of) => ask(what, of),
    starts: () => starts,
    isUp: () => running !== undefined,
    stop,
  }
  const answers = options.answers(child)

  function start() {
    const began = Date.now()
    starts++
    post = options.post()
    const own = fork(options.program ?? program, [JSON.stringify(post)], { env: options.env })
    running = own
    ask = talk(own as Parameters<typeof talk>[0], answers)
    if (options.isNice) beNice(own)
    const watching = watch(own, ask)
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearInterval(watching)
      running = undefined
      if (Date.now() - began > pauses.wellAfter) faults = 0
      gone(code, signal)
    }
    own.once('exit', end)
    own.on('error', (error) => {
      log.error({ err: error, process: post.name }, 'a process could not be started')
      // The system has no room for the process at this moment: then there is no exit event, either.
      if (own.pid === undefined) end(null, null)
    })
  }

  function gone(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping || !options.whenGone(child, code)) return ended.resolve()
    const wait = Math.min(pauses.longest, pauses.first * 2 ** faults++)
    log.error({ process: post.name, code, signal, wait }, 'a process is gone and starts again')
    again = setTimeout(start, wait)
  }

  async function stop() {
    if (!stopping && !running) ended.resolve()
    stopping = true
    clearTimeout(again)
    const late = setTimeout(() => running?.kill('SIGKILL'), longestEnd)
    ask('stop').catch(() => {})
    await ended.promise
    clearTimeout(late)
  }

  start()
  return child
}

/** Checks that it still answers, once it has opened; one that hangs is killed, and then starts again. */
function watch(own: ChildProcess, ask: Asks) {
  let missed = Number.NEGATIVE_INFINITY
  return setInterval(() => {
    if (++missed >= patience.turns) {
      log.error({ pid: own.pid }, 'a process hangs and is ended')
      own.kill('SIGKILL')
    }
    ask('are-you-there').then(
      () => {
        missed = 0
      },
      () => {},
    )
  }, patience.turn).unref()
}

/** Each step is a fifth less of a busy processor: a third is left, so that nothing it waits for times out. */
const steps = 5

/** Lowers its priority: its work can wait for the processes that answer visitors. */
function beNice({ pid }: ChildProcess) {
  try {
    if (pid) os.setPriority(pid, Math.min(19, os.getPriority() + steps))
  } catch (error) {
    log.debug({ err: error }, 'a process keeps its priority')
  }
}
