import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, sessionAddress, thePool } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { chooseWay } from '#app/platform/postgres/database.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { type RedisServer, realRedis, realSentinels, realServer, smallServer } from '#test/redis-server.ts'
import { Echo } from './echo.server.ts'
import { listenTo } from './listen.server.ts'
import { tell, tellingAll } from './live.server.ts'
import { connectRedis, listenToRedis, liveChannel } from './redis.server.ts'
import { startRelay } from './relay.server.ts'

leavesSomethingBehind()

// Topics and jobs on their way from a transaction through the tables, the relay and Redis to every process.

await testDatabase({ asOwner: true })
const url = sessionAddress()
const viaRedis = { REDIS_URL: 'redis://somewhere', works: true }
const ends: (() => Promise<unknown>)[] = []
beforeAll(() => chooseWay(url, viaRedis))
beforeEach(() => sql`truncate live_outbox, job_outbox, graphile_worker._private_jobs`.execute(db))
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

const until = (check: () => unknown, timeout = 15_000) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout, interval: 20 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isEmpty = async (table: string) => (await sql`select from ${sql.table(table)}`.execute(db)).rows.length === 0
const holders = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and objid = 4201867 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  ).rows.map(({ pid }) => pid)
const relays = () => until(async () => (await holders()).length === 1)
const job = (userId: string, more = {}) => enqueue(db, 'mail-verify', { userId }, { key: userId, ...more })
const queued = async () =>
  (await sql<{ key: string }>`select key from graphile_worker._private_jobs order by run_at, id`.execute(db)).rows.map(
    ({ key }) => key,
  )
const isQueued = (count: number) => until(async () => (await queued()).length === count)

describe.each([
  ['a small server', smallServer],
  ...(realRedis ? [['redis-server', realServer] as const] : []),
] as const)('with %s', (_, make) => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await make()
    await redis.start()
  })
  afterAll(() => redis.stop())

  function relay(more = {}) {
    const started = startRelay({ url, redis: redis.address(), beat: 50, quiet: 600, patience: 500, ...more })
    ends.push(() => started.stop())
    return started
  }
  /** A process that listens, and what it heard. Begins once a relay works: its first reset is over. */
  async function listening({ beats = true } = {}) {
    const heard: string[] = []
    let [connections, beat] = [0, !beats]
    const line = listenToRedis(
      redis.address(),
      {
        said: (topic) => heard.push(topic),
        connected: () => connections++,
        beat: () => {
          beat = true
        },
      },
      { quiet: 600, patience: 500 },
    )
    ends.push(() => line.close())
    await until(() => connections > 0 && beat)
    return { heard, connections: () => connections }
  }

  test('a topic reaches every process once its transaction is committed, and once a transaction [T1486]', async () => {
    relay()
    const all = [await listening(), await listening()]
    await db.transaction().execute(async (tx) => {
      for (let nr = 0; nr < 5; nr++) await tell(tx, 'drive:1')
      await tell(tx, 'drive:2')
      await pause(150)
      expect(all.map(({ heard }) => heard)).toEqual([[], []])
    })
    await until(() => all.every(({ heard }) => heard.length === 2))
    expect(all.map(({ heard }) => heard)).toEqual([
      ['drive:1', 'drive:2'],
      ['drive:1', 'drive:2'],
    ])
    await until(() => isEmpty('live_outbox'))
  })
  test('a transaction that is taken back tells nothing and leaves no job [T1487]', async () => {
    relay()
    const { heard } = await listening()
    const undone = db.transaction().execute(async (tx) => {
      await tell(tx, 'drive:1')
      await enqueue(tx, 'mail-verify', { userId: 'a' }, { key: 'a' })
      await pause(150)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await tell(db, 'drive:2')
    await job('b')
    await until(() => heard.includes('drive:2'))
    await isQueued(1)
    expect([heard, await queued()]).toEqual([['drive:2'], ['mail-verify:b']])
  })
  test('a commit that comes late is not missed [T1488]', async () => {
    relay()
    const { heard } = await listening()
    let end = () => {}
    const written = Promise.withResolvers<void>()
    const late = db.transaction().execute(async (tx) => {
      await tell(tx, 'drive:late')
      await enqueue(tx, 'mail-verify', { userId: 'late' }, { key: 'late' })
      written.resolve()
      await new Promise<void>((resolve) => (end = resolve))
    })
    await written.promise
    await tell(db, 'drive:early')
    await job('early')
    await until(() => heard.length === 1)
    await isQueued(1)
    end()
    await late
    await until(() => heard.length === 2)
    await isQueued(2)
    expect(heard).toEqual(['drive:early', 'drive:late'])
  })
  test('jobs keep their order, and of each key the last one counts [T1489]', async () => {
    const names = Array.from({ length: 20 }, (_, nr) => `u${nr}`)
    for (const name of names) await job(name)
    await job('u3', { runAt: new Date(Date.now() + 60_000) })
    expect(await queued()).toEqual([])
    relay()
    await until(() => isEmpty('job_outbox'))
    const inOrder = [...names.filter((name) => name !== 'u3'), 'u3']
    expect(await queued()).toEqual(inOrder.map((name) => `mail-verify:${name}`))
  })
  test('ten thousand topics arrive, each once, and an echo arrives after all that were there with it [T1490]', async () => {
    relay()
    const { heard } = await listening()
    await db.transaction().execute(async (tx) => {
      await tell(tx, 'echo:1')
      await tellingAll(Array.from({ length: 10_000 }, (_, nr) => `drive:${nr}`)).execute(tx)
    })
    await until(() => heard.length >= 10_001, 30_000)
    expect([new Set(heard).size, heard.at(-1)]).toEqual([10_001, 'echo:1'])
    await until(() => isEmpty('live_outbox'))
  })
  test('an echo tells a process up to when it has heard everything [T1491]', async () => {
    relay()
    await listening()
    const echo = new Echo((topic) => tell(db, topic))
    const line = listenToRedis(redis.address(), { said: (topic) => echo.said(topic), connected: () => {} })
    ends.push(() => line.close())
    await pause(200)
    const began = performance.now()
    await echo.ask()
    expect(echo.at).toBeGreaterThanOrEqual(began)
  })
  test('after Redis was away every process forgets its pages; jobs went on, and topics did not pile up [T1492]', async () => {
    relay()
    const { heard, connections } = await listening()
    await redis.stop()
    await tell(db, 'drive:lost')
    await job('meanwhile')
    await isQueued(1)
    await until(() => isEmpty('live_outbox'))
    const before = connections()
    await redis.start()
    await until(() => connections() > before)
    await until(async () => {
      await tell(db, 'drive:back')
      return heard.includes('drive:back')
    })
  })
  test('a relay that is ended in the middle loses nothing, and another worker takes over [T1493]', async () => {
    relay()
    relay()
    const { heard, connections } = await listening()
    const told = new Map<string, number>()
    const held = new Set<number>()
    for (let nr = 0; nr < 60; nr++) {
      told.set(`drive:${nr}`, connections())
      await tell(db, `drive:${nr}`)
      await job(`u${nr}`)
      if (nr % 20 !== 10) continue
      for (const pid of await holders()) {
        held.add(pid)
        await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
      }
      await until(async () => (await holders()).some((pid) => !held.has(pid)))
    }
    await isQueued(60)
    // Each was heard, or a reset came after it.
    await until(() => [...told].every(([topic, before]) => heard.includes(topic) || connections() > before))
    await tell(db, 'drive:last')
    await until(() => heard.includes('drive:last'))
    expect(held.size).toBe(3)
  })
  test('of two workers one knows that it relays, and the other once that has stopped [T1719]', async () => {
    const [first, second] = [relay(), relay()]
    await until(() => first.relays() || second.relays())
    expect(first.relays()).toBe(!second.relays())
    const [now, then] = first.relays() ? [first, second] : [second, first]
    await now.stop()
    await until(() => then.relays())
    expect(now.relays()).toBe(false)
  })
  test('a relay that falls silent is ended by another worker [T1494]', async () => {
    // This session holds the lock and does nothing, like a process that hangs.
    const session = await thePool().connect()
    await session.query('select pg_advisory_lock(4201867)')
    const [hung] = await holders()
    relay()
    await tell(db, 'drive:1')
    await job('a')
    await isQueued(1)
    expect(await holders()).not.toContain(hung)
    session.release(true)
  })
  test('while Redis does not answer nobody ends the relay of another worker, and jobs go on [T1495]', async () => {
    relay({ quiet: 1500 })
    relay({ quiet: 1500 })
    await relays()
    const holding = await holders()
    redis.beSilent(true)
    await pause(2500)
    await job('a')
    await isQueued(1)
    redis.beSilent(false)
    expect(await holders()).toEqual(holding)
  })
  test('a line that is cut silently is noticed [T1496]', async () => {
    const { connections } = await listening({ beats: false })
    redis.beSilent(true)
    await pause(1500)
    redis.beSilent(false)
    await until(() => connections() > 1)
  })
  test('words that no relay writes end nothing: pages are forgotten [T1524]', async () => {
    const { heard, connections } = await listening({ beats: false })
    const before = connections()
    const other = await connectRedis(redis.address(), 'test')
    ends.push(async () => other.disconnect())
    await until(() => other.status === 'ready')
    for (const words of ['{', '7', '["drive:1"]']) await other.publish(await liveChannel(), words)
    await until(() => heard.length === 1)
    expect([heard, connections() - before]).toEqual([['drive:1'], 2])
  })
  test('while not every process has REDIS_URL, each hears of all [T1497]', async () => {
    relay()
    const { heard } = await listening()
    const notified: string[] = []
    let connected = false
    const line = listenTo(url, 'live', { said: (topic) => notified.push(topic), connected: () => (connected = true) })
    ends.push(() => line.close())
    await until(() => connected)
    await tell(db, 'drive:1')
    await until(() => heard.length === 1 && notified.length === 1)
    await sql`select notify_topic('drive:2')`.execute(db)
    await until(() => heard.length === 2)
    await pause(200)
    expect([heard, notified]).toEqual([
      ['drive:1', 'drive:2'],
      ['drive:1', 'drive:2'],
    ])
  })
})

test('ten starts at once choose one way; without REDIS_URL it is NOTIFY again, and what was on its way is moved [T1498]', async () => {
  const ways = async () =>
    (
      await sql<{ way: string }>`select substring(prosrc from 'public.(\\w+)_') as way from pg_proc
        where proname in ('tell_topic', 'add_work')`.execute(db)
    ).rows.map(({ way }) => way)
  await job('before')
  // A machine that only answers chooses nothing: it has no relay.
  await chooseWay(url, { works: false })
  expect([await ways(), await queued()]).toEqual([['outbox', 'outbox'], []])
  await Promise.all(Array.from({ length: 10 }, () => chooseWay(url, { works: true })))
  expect([await ways(), await queued()]).toEqual([['notify', 'notify'], ['mail-verify:before']])
  await job('after')
  await tell(db, 'drive:1')
  expect([(await queued()).length, await isEmpty('live_outbox'), await isEmpty('job_outbox')]).toEqual([2, true, true])
  await Promise.all(Array.from({ length: 10 }, () => chooseWay(url, viaRedis)))
  expect(await ways()).toEqual(['outbox', 'outbox'])
})

test.skipIf(!realRedis)(
  'a Redis with a user and a password is used, and one that refuses them is not [T1499]',
  async () => {
    const redis = await realServer('--user', 'harambee', 'on', '>p@ss:w/rd', '~*', '&*', '+@all')
    await redis.start()
    ends.push(() => redis.stop())
    const open = async (who: string) => {
      const client = await connectRedis(redis.address().replace('//', `//${who}@`), 'test')
      ends.push(async () => client.disconnect())
      await until(() => client.status === 'ready' || client.status === 'reconnecting')
      return client.call('acl', 'whoami').catch((error: Error) => error.message)
    }
    expect(await open(`harambee:${encodeURIComponent('p@ss:w/rd')}`)).toBe('harambee')
    expect(await open('harambee:wrong')).not.toBe('harambee')
  },
)

test.skipIf(!realRedis)(
  'behind Sentinels the replica is used when the primary dies, and all who listen hear of it [T1659]',
  async () => {
    const { address, primary, stop } = await realSentinels()
    ends.push(stop)
    const heard: string[] = []
    let beats = 0
    const line = listenToRedis(
      address,
      { said: (topic) => heard.push(topic), connected: () => {}, beat: () => beats++ },
      { quiet: 600 },
    )
    const relay = startRelay({ url, redis: address, beat: 50, quiet: 600, patience: 500 })
    ends.push(
      () => line.close(),
      () => relay.stop(),
    )
    // A beat comes after the reset, which stands for all topics that were told before it.
    await until(() => beats > 0)
    await tell(db, 'drive:before')
    await until(() => heard.includes('drive:before'))
    await primary.stop()
    beats = 0
    await until(() => beats > 0, 30_000)
    await tell(db, 'drive:after')
    await until(() => heard.includes('drive:after'), 30_000)
  },
  90_000,
)

test('instances that share a Redis have channels of their own, and all machines of one have the same [T1500]', async () => {
  const channel = await liveChannel()
  expect([channel, await liveChannel()]).toEqual([expect.stringMatching(/^harambee:[0-9a-f]{16}:live$/), channel])
  const { rows } = await sql<{ at: Date }>`update migrations set applied_at = applied_at - interval '1 second'
    where applied_at = (select min(applied_at) from migrations) returning applied_at as at`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(await liveChannel()).not.toBe(channel)
})
