import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { productMetrics } from '#app/platform/processes/metrics.server.ts'
import { testDatabase } from '#test/database.ts'
import { timePasses } from '#test/time.ts'
import { enqueue, sweepJobs } from './queue.server.ts'
import '#app/platform/processes/metrics.server.ts'
import { type Handlers, releasingOnce, startWorker, type Worker } from './worker.server.ts'

const db = await testDatabase({ asOwner: true })
const idle = async () => {}
const workers: Worker[] = []
const start = (verify: Handlers['mail-verify'], more: Omit<Parameters<typeof startWorker>[1], 'handlers'> = {}) => {
  const handlers = new Proxy({ 'mail-verify': verify } as Handlers, {})
  const worker = startWorker(thePool(), { handlers, poll: 50, sweep: 50, ...more })
  workers.push(worker)
  return worker
}
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})
const add = (userId: string, more: Partial<Parameters<typeof enqueue>[3]> = {}) =>
  enqueue(db, 'mail-verify', { userId }, { key: userId, ...more })

type Row = Record<'attempts' | 'max_attempts' | 'wait' | 'later', number> & Record<'key' | 'last_error', string>
const jobs = async () =>
  (
    await sql<Row>`select *, extract(epoch from run_at - now())::float8 as wait,
      extract(epoch from run_at - created_at)::float8 as later from graphile_worker.jobs order by id`.execute(db)
  ).rows
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const until = (check: () => unknown, timeout = 15_000) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout, interval: 20 })

test('a job of a transaction that is taken back never exists', async () => {
  const undone = db.transaction().execute(async (tx) => {
    await enqueue(tx, 'mail-verify', { userId: 'a' }, { key: 'a' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await jobs()).toHaveLength(0)
})
test('a job runs once, at once, with what it carries, and is gone', async () => {
  const seen: unknown[] = []
  start(async (carries, { attempt }) => seen.push([carries, attempt]))
  await add('a')
  await until(() => seen.length === 1)
  await until(async () => (await jobs()).length === 0)
  expect(seen).toEqual([[{ userId: 'a' }, 1]])
})
test('a second job with the same key takes the place of the first', async () => {
  await add('a', { runAt: new Date(Date.now() + 60_000) })
  await add('a', { runAt: new Date(Date.now() + 120_000) })
  const all = await jobs()
  expect(all.map(({ key }) => key)).toEqual(['mail-verify:a'])
  expect(all[0]!.wait).toBeGreaterThan(100)
})
test('a connection that graphile-worker releases twice ends no process [T1538]', async () => {
  const twice = (pool: ReturnType<typeof thePool>) =>
    new Promise<void>((resolve, reject) => {
      pool.connect((error, _, release) => {
        try {
          if (error) throw error
          release()
          resolve(release())
        } catch (fault) {
          reject(fault)
        }
      })
    })
  await expect(twice(thePool())).rejects.toThrow('already been released')
  await expect(twice(releasingOnce(thePool()))).resolves.toBeUndefined()
})

test('a job that fails is tried again after pauses that grow', async () => {
  start(async () => {
    throw new Error('550 no mailbox <asha@example.org> here')
  })
  await add('a')
  await until(async () => (await jobs())[0]?.attempts === 1 && (await jobs())[0]?.last_error)
  const [first] = await jobs()
  expect(first!.max_attempts).toBe(12)
  // However late it is looked at: not before two seconds have gone by, and three seconds from now at most.
  expect(first!.later).toBeGreaterThan(2)
  expect(first!.wait).toBeLessThan(3)
  await sql`update graphile_worker._private_jobs set run_at = created_at`.execute(db)
  await until(async () => (await jobs())[0]!.later > 5)
  expect((await jobs())[0]!.attempts).toBe(2)
  // What a job complains of holds nobody's address.
  expect((await jobs())[0]!.last_error).toContain('550 no mailbox <…@…> here')
})
test('a job that failed permanently stays in the graveyard and is not tried again', async () => {
  let runs = 0
  start(async () => {
    runs++
    throw new Error('never')
  })
  await add('a', { maxTries: 1 })
  await until(async () => (await jobs())[0]?.last_error)
  await timePasses('1 minute')
  await pause(200)
  expect(runs).toBe(1)
  expect(await jobs()).toHaveLength(1)
  expect(await productMetrics.getSingleMetricAsString('jobs')).toContain('jobs{name="mail-verify",state="failed"} 1')
})
test('a job that failed permanently is gone after 90 days; one that waits stays, however old it is [T1701]', async () => {
  await add('failed', { maxTries: 1 })
  await add('waits')
  await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 year'`.execute(db)
  const aged = (days: number) =>
    sql`update graphile_worker._private_jobs set updated_at = now() - make_interval(days => ${days})`.execute(db)
  await aged(89)
  expect(await sweepJobs(db)).toBe(0)
  await aged(91)
  expect(await sweepJobs(db)).toBe(1)
  expect((await jobs()).map(({ key }) => key)).toEqual(['mail-verify:waits'])
})
test('a job that takes too long is told to stop and fails', async () => {
  let stopped = false
  const forEver: Handlers['mail-verify'] = (_, { signal }) =>
    new Promise(() => signal.addEventListener('abort', () => (stopped = true)))
  start(forEver, { longest: 100 })
  await add('a')
  await until(async () => (await jobs())[0]?.last_error === 'took longer than 100 ms')
  expect(stopped).toBe(true)
})
test('stopping lets a running job finish and takes no new one', async () => {
  let began = false
  let ended = 0
  const finish = async () => {
    began = true
    await pause(300)
    ended++
  }
  // No other worker looks for a job at the moment of the stop, and finds it.
  const worker = start(finish, { atOnce: 1 })
  await add('a')
  await until(() => began)
  const stopping = worker.stop()
  await pause(50)
  await add('b')
  await stopping
  expect(ended).toBe(1)
  expect((await jobs()).map(({ key }) => key)).toEqual(['mail-verify:b'])
})
test('the jobs of a worker that was killed are free again; those of a living one are not', async () => {
  let began = 0
  const seen: string[] = []
  start(async ({ userId }) => {
    began++
    seen.push(userId)
    if (userId === 'long') await pause(800)
  })
  await add('long')
  await until(() => began === 1)
  // As if it had run for long already, and another one's worker had been killed in the middle of its job.
  await timePasses('20 seconds')
  await add('lost', { runAt: new Date(Date.now() + 60_000) })
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '20 seconds',
    run_at = now() - interval '1 second', attempts = 1 where key = 'mail-verify:lost'`.execute(db)
  start(idle)
  await until(async () => (await jobs()).length === 0)
  expect(seen.filter((one) => one === 'long')).toHaveLength(1)
})
test('a worker that starts takes at once what a killed one was doing a moment before [T490]', async () => {
  const seen: [string, number][] = []
  await add('lost', { runAt: new Date(Date.now() + 60_000) })
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '4 seconds',
    run_at = now() - interval '5 seconds', attempts = 1`.execute(db)
  const began = Date.now()
  start(async ({ userId }, { attempt }) => seen.push([userId, attempt]), { sweep: 600_000 })
  await until(() => seen.length > 0, 8000)
  expect(Date.now() - began).toBeLessThan(8000)
  expect(seen).toEqual([['lost', 2]])
})
test('a worker whose connections are cut goes on', async () => {
  const seen: string[] = []
  start(async ({ userId }) => seen.push(userId))
  await add('a')
  await until(() => seen.length === 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await vi.waitFor(() => add('b'), { timeout: 15_000 })
  await until(() => seen.includes('b'), 30_000)
})
test('a worker that loses the database in the middle of a job starts again and does it again', async () => {
  const seen: number[] = []
  start(async (_, { attempt }) => {
    seen.push(attempt)
    // While the job runs, everything it is on goes away.
    if (seen.length === 1) await sql`alter table graphile_worker._private_jobs rename to gone`.execute(db)
  })
  await add('a')
  await until(() => seen.length === 1)
  await pause(300)
  await sql`alter table graphile_worker.gone rename to _private_jobs`.execute(db)
  await timePasses('1 minute')
  await until(async () => (await jobs()).length === 0, 45_000)
  expect(seen).toEqual([1, 2])
})
test('a worker of the queue that ends by a fault does not leave the others to themselves: the queue starts again [T1700]', {
  timeout: 60_000,
}, async () => {
  const seen: string[] = []
  const debug = log.debug.bind(log)
  // The queue can't write down that this job is done.
  const faulty = vi.spyOn(log, 'debug').mockImplementation((...said: unknown[]) => {
    if (seen.includes('ill') && /Completed task/.test(JSON.stringify(said))) {
      faulty.mockRestore()
      throw new Error('no more room for words')
    }
    return debug(...(said as Parameters<typeof debug>))
  })
  const handle: Handlers['mail-verify'] = ({ userId }) => {
    seen.push(userId)
    return userId === 'hanging' ? new Promise(() => {}) : Promise.resolve()
  }
  // There is no third that could be about to take a job at that moment.
  start(handle, { atOnce: 2 })
  await add('hanging')
  await until(() => seen.includes('hanging'))
  await add('ill')
  await until(() => seen.includes('ill'))
  await until(() => !vi.isMockFunction(log.debug))
  await add('next')
  await until(() => seen.includes('next'), 30_000)
})

test('a worker that starts while the database takes no writes runs jobs once it does [T1726]', async () => {
  await sql`create sequence refusals`.execute(db)
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      perform nextval('refusals');
      raise 'cannot execute INSERT in a read-only transaction' using errcode = '25006';
    end $$`.execute(db)
  await sql`create trigger refuses before insert on graphile_worker._private_tasks
    for each statement execute function refuse()`.execute(db)
  let runs = 0
  start(async () => runs++)
  await until(async () => (await sql`select from refusals where is_called`.execute(db)).rows.length === 1)
  await sql`drop function refuse() cascade`.execute(db)
  await add('a')
  await until(() => runs === 1)
})
test('jobs in turn run one after the other, however many workers there are, and keep no others waiting', async () => {
  const [seen, ends]: [string[], (() => void)[]] = [[], []]
  for (let nr = 0; nr < 3; nr++)
    start(({ userId }) => {
      seen.push(userId)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  await add('first', { inTurn: true })
  await until(() => seen.length === 1)
  await add('second', { inTurn: true })
  await add('other')
  await until(() => seen.length === 2)
  await pause(300)
  expect(seen).toEqual(['first', 'other'])
  ends[0]!()
  await until(() => seen.length === 3)
  for (const end of ends) end()
  await until(async () => (await jobs()).length === 0)
  expect(seen).toEqual(['first', 'other', 'second'])
})
test('a job that yields waits while the process has urgent work, and others do not', async () => {
  const seen: string[] = []
  let busy = true
  start(async ({ userId }) => seen.push(userId), { isBusy: () => busy, longestYield: 60_000 })
  await add('patient', { yields: true })
  await add('urgent')
  await until(() => seen.length === 1)
  await pause(300)
  expect(seen).toEqual(['urgent'])
  busy = false
  await until(() => seen.length === 2)
  expect(seen).toEqual(['urgent', 'patient'])
})
test('a job that yields has its turn in the end, also of a process that is always busy', async () => {
  const seen: string[] = []
  start(async ({ userId }) => seen.push(userId), { isBusy: () => true, longestYield: 200 })
  await add('patient', { yields: true })
  await until(() => seen.length === 1)
})

test('a time that no crontab understands keeps the worker from starting, not every job from being done', () => {
  const begin = (when: string) => startWorker(thePool(), { handlers: {} as Handlers, clock: { 'sweep-people': when } })
  expect(() => begin('3-59/5 * * * *')).toThrow('Unsupported syntax')
})
