import { EventEmitter } from 'node:events'
import { Logger, parseCrontab, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { type Jobs, yielding } from './queue.server.ts'

type Job = {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Fires when the job takes too long or the app closes. */
  signal: AbortSignal
}
/** The handler of each job. A job may run twice (a crash between its work and its end): handlers must make that harmless. */
export type Handlers = { [Name in keyof Jobs]: (carries: Jobs[Name], job: Job) => Promise<unknown> }
/** Cron jobs, as in a crontab, in UTC: '*' + '/10 * * * *' is every ten minutes. */
export type Clock = { [Name in keyof Jobs]?: string }
export type Worker = { stop(): Promise<void> }

type Options = {
  handlers: Handlers
  clock?: Clock
  /** The number of jobs at the same time. */
  atOnce?: number
  /** The longest time for a job, in milliseconds. */
  longest?: number
  /** Milliseconds between polls for jobs that are due; new ones are taken at once. */
  poll?: number
  /** Milliseconds between sweeps for jobs of workers that are gone. */
  sweep?: number
  /** True while this process has work that yielding jobs have to wait for. */
  isBusy?: () => boolean
  /** The longest such wait, in milliseconds. */
  longestYield?: number
}

const longestStop = 8000

/** Processes the queue until stopped. When the database goes away it waits until that is back. */
export function startWorker(pool: Pool, wanted: Options): Worker {
  const { handlers, clock = {}, atOnce = 4, longest = 300_000, poll = 2000, sweep = 5000 } = wanted
  const { isBusy = () => false, longestYield = 5000 } = wanted
  const closing = new AbortController()
  const options = {
    pgPool: releasingOnce(pool),
    concurrency: atOnce,
    pollInterval: poll,
    noHandleSignals: true,
    logger,
    taskList: tasksOf(handlers, longest),
    // Parsed at once: a line with an error keeps the app from starting, instead of leaving every job undone.
    parsedCronItems: parseCrontab(linesOf(clock)),
    forbiddenFlags: notNow(isBusy, longestYield),
    // Batched: otherwise a job that can't be marked as done because the database is gone would end the process. No
    // local queue of prefetched jobs: closing while it is being filled leaves its jobs locked until a sweep.
    preset: { worker: { completeJobBatchDelay: 20, failJobBatchDelay: 0 } },
  }
  const done = keepRunning(() => runOnce(pool, options, { poll, sweep }, closing.signal), closing.signal)
  return {
    async stop() {
      closing.abort()
      await done
    },
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (why?: Error | boolean) => void,
) => void
/**
 * The pool for graphile-worker, which releases its connection for news twice where that breaks while the worker ends. pg-pool throws then,
 * outside of every call, and the process would end with it.
 */
export function releasingOnce(pool: Pool): Pool {
  const connect = (connected?: Connected) =>
    connected
      ? pool.connect((error, client, release) => {
          let isReleased = false
          connected(error, client, (why) => {
            if (!isReleased) release(why)
            isReleased = true
          })
        })
      : pool.connect()
  return Object.assign(Object.create(pool) as Pool, { connect })
}

/** Returns the flags of jobs that are not taken now. A yielding job waits at most `longest`, however busy the process is. */
function notNow(isBusy: () => boolean, longest: number) {
  let since: number | undefined
  return () => {
    since = isBusy() ? (since ?? performance.now()) : undefined
    return since !== undefined && performance.now() - since < longest ? [yielding] : null
  }
}

/** Restarts after a fault, after a pause that grows to half a minute. */
async function keepRunning(once: () => Promise<void>, closing: AbortSignal) {
  for (let faults = 0; !closing.aborted; faults++) {
    const began = Date.now()
    await once().catch((error: unknown) => {
      if (!closing.aborted) log.error({ err: withoutAddresses(error) }, 'the worker stopped and starts again')
    })
    if (Date.now() - began > 60_000) faults = 0
    await pause(Math.min(30_000, 500 * 2 ** faults) * (0.5 + Math.random() / 2), closing)
  }
}

/** Runs until the app closes or the worker can't continue. */
async function runOnce(
  pool: Pool,
  options: Parameters<typeof run>[0],
  { poll, sweep }: { poll: number; sweep: number },
  closing: AbortSignal,
) {
  const events: WorkerEvents = new EventEmitter()
  const failed = new Promise<never>((_, reject) => {
    events.on('pool:fatalError', ({ error }) => reject(error))
    // A worker that ends by a fault is not replaced. When all have ended, no job runs any more.
    events.on('worker:stop', ({ error }) => error && reject(error))
    watchQuestions(events, 3 * poll, reject)
  })
  failed.catch(() => {})
  const lease = await takeLease(pool, events)
  try {
    const runner = await run({ ...options, events })
    runner.promise.catch(() => {})
    // A killed process's jobs are resumed at once, and not after a while: a person waits for that email.
    void lease.sweep()
    const sweeping = setInterval(() => void lease.sweep(), sweep)
    try {
      await Promise.race([failed, runner.promise, lease.lost, aborted(closing)])
    } finally {
      clearInterval(sweeping)
      await halt(runner)
    }
  } finally {
    lease.giveUp()
  }
}

/**
 * Fails once every question for a job has failed for this long. The queue asks for the numbers of the kinds of jobs once, and keeps an
 * error of that question: after a start on a standby that became the primary a moment later, it would never run a job.
 */
function watchQuestions(events: WorkerEvents, longest: number, fail: (error: unknown) => void) {
  let since: number | undefined
  const answered = () => {
    since = undefined
  }
  events.on('job:start', answered)
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', ({ error }) => {
    since ??= performance.now()
    if (performance.now() - since > longest) fail(error)
  })
}

/** Lets running jobs finish; the others are given up and tried again after the next start. */
async function halt(runner: Runner) {
  const stopped = runner.stop().then(
    () => true,
    () => true,
  )
  if (await Promise.race([stopped, pause(longestStop).then(() => false)])) return
  await Promise.race([runner.kill().catch(() => {}), pause(1500)])
}

/**
 * Detects dead workers. A running job is locked by its worker. If that is killed, the lock stays; so each worker also
 * holds a lock in a session of its own, which ends with it, and each living worker frees the jobs of dead ones, when it
 * starts and every few seconds. The first seconds of a job are spared: its worker requests that lock before it takes
 * jobs, but may get it a moment later. A worker that loses the lock stops, and starts as a new one.
 */
async function takeLease(pool: Pool, events: WorkerEvents) {
  let id = ''
  const session = await pool.connect()
  const lost = new Promise<never>((_, reject) => session.on('error', reject))
  lost.catch(() => {})
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    session.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [id]).catch(() => {})
  })
  return {
    lost,
    giveUp: () => session.release(true),
    async sweep() {
      try {
        const { rows } = await pool.query(freeJobsOfTheDead, [id])
        if (rows[0]?.freed > 0) log.warn({ jobs: rows[0].freed }, 'jobs of a worker that is gone are free again')
        // Jobs that no relay moves: the worker that had REDIS_URL is gone.
        await pool.query('select move_work()')
      } catch {
        // The database is away; the next sweep asks again.
      }
    },
  }
}

const freeJobsOfTheDead = `
  with locked as (
    select distinct locked_by from graphile_worker.jobs
    where locked_by <> $1 and locked_at < now() - interval '3 seconds'
  ), dead as (
    select array_agg(locked_by) as ids from locked
    where not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended(locked_by, 0)
    )
  )
  select (select count(*) from graphile_worker.jobs where locked_by = any(ids))::int as freed,
    graphile_worker.force_unlock_workers(ids)
  from dead where ids is not null`

const tasksOf = (handlers: Handlers, longest: number): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (carries, { job: { id, attempts }, abortSignal }) => {
        const job = { id: String(id), attempt: attempts }
        const work = (signal: AbortSignal) => (handle as Handle)(carries, { ...job, signal })
        return within(longest, abortSignal, work).catch((error: unknown) => {
          // The queue stores this error with the job, and it is logged.
          const clean = withoutAddresses(error)
          log.error({ job: job.id, name, attempt: job.attempt, err: clean }, 'a job failed')
          throw clean
        })
      },
    ]),
  )

type Handle = (carries: unknown, job: Job) => Promise<unknown>

/** Gives work a time limit; after it, the work is aborted and not waited for. */
async function within(ms: number, closing: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<unknown>) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  const tooLong = aborted(late.signal).then(() => Promise.reject(new Error(`took longer than ${ms} ms`)))
  try {
    await Promise.race([work(closing ? AbortSignal.any([late.signal, closing]) : late.signal), tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/** A key per line: a cron job that is still waiting is not added a second time. */
const linesOf = (clock: Clock) =>
  Object.entries(clock)
    .map(([name, when]) => `${when} ${name} ?jobKey=${name}:clock&max=3`)
    .join('\n')

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The queue's own messages. A failed job is logged once, by the task above; a finished one needs no line. */
const logger = new Logger(() => (level, message, meta) => {
  if (meta?.failure) return
  const text = withoutAddresses(message)
  if (level === 'error') log.error({ queue: text }, 'queue')
  else if (level === 'warning') log.warn({ queue: text }, 'queue')
  else log.debug({ queue: text }, 'queue')
})
