import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { openPool, thePool, useDatabase } from '#app/platform/db.server.ts'
import { connectRedis } from '#app/platform/live/redis.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { type RedisServer, realRedis, realServer } from '#test/redis-server.ts'
import { allRows } from '#test/rows.ts'
import { type Limit, takeTry, triesLeft } from './limits.server.ts'
import { oftenPace, openOftenLimits } from './often-limits.server.ts'

// Limits of what is asked often, in Redis: which they are, and what happens while it is away. That they count as those in the database
// do is shown in limits.test.ts.

const loaded = vi.hoisted(() => ({ times: 0 }))
vi.mock('ioredis', async (original) => {
  loaded.times++
  return original()
})
leavesSomethingBehind()

await testDatabase()
let count = 0
const limit = (more: Partial<Limit> = {}): Limit => ({
  name: 'view',
  key: `k${count++}`,
  times: 3,
  seconds: 600,
  often: true,
  ...more,
})
const grantedOf = async (tries: number, limits: Limit[]) => {
  let granted = 0
  for (let nr = 0; nr < tries; nr++) {
    const refused = await takeTry(limits).catch((error: unknown) => error)
    if (refused) expect(refused).toBeInstanceOf(Refusal)
    else granted++
  }
  return granted
}
const inTable = async () => (await allRows('rate_limits', {}, 'name')).length
const until = (check: () => unknown, timeout = 15_000) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout, interval: 20 })

test('without REDIS_URL limits of what is asked often are in the database, and no client is loaded [T1610]', async () => {
  expect(await grantedOf(5, [limit()])).toBe(3)
  expect([await inTable(), loaded.times]).toEqual([1, 0])
  // Nobody listens there.
  settings.REDIS_URL = 'redis://127.0.0.1:9'
  expect(await grantedOf(5, [limit()])).toBe(3)
  expect([await inTable(), loaded.times]).toEqual([2, 1])
  settings.REDIS_URL = undefined
})

test('limits of views, reading programs, gifts, comments and visits may be in Redis, and no others [T1611]', async () => {
  const often = new Set<string>()
  const others = new Set<string>()
  let marks = 0
  for await (const file of glob('app/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue
    const text = readFileSync(file, 'utf8')
    marks += text.match(/\boften: true\b/g)?.length ?? 0
    for (const [, mark, name] of text.matchAll(
      /\{\s*(often: true,\s*)?name: [`']([\w-]+)[^`']*[`'],\s*(?:key|seconds)/g,
    ))
      (mark ? often : others).add(name!)
  }
  expect([...often].sort()).toEqual([
    'comment',
    'donate',
    'like',
    'like-comment',
    'like-comment-network',
    'like-network',
    'read-drive',
    'verify',
    'view',
    'visit',
  ])
  // Each mark is beside the name of its limit: none is added elsewhere.
  expect(marks).toBe(often.size)
  const guarded = ['sign-in-here', 'two-factor-address', 'password-again', 'phone-code-day', 'phone-code-tried', 'mail']
  const money = ['payout', 'office', 'book-file', 'account-file', 'prompt-phone', 'claim-code', 'gift-back']
  expect(
    [...guarded, ...money, 'sign-up-mail', 'visit-mail', 'pledge-texts'].filter((one) => !others.has(one)),
  ).toEqual([])
  expect([...often].filter((one) => others.has(one))).toEqual([])
})

describe.skipIf(!realRedis)('with redis-server', () => {
  let redis: RedisServer
  const ends: (() => unknown)[] = []
  beforeEach(async () => {
    oftenPace.patience = 15_000
    redis = await realServer()
    await redis.start()
    settings.REDIS_URL = redis.address()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const end of ends.splice(0)) await end()
    settings.REDIS_URL = undefined
    await redis.stop()
  })
  const open = (times = {}) => {
    const limits = openOftenLimits(redis.address(), { away: 200, ...times })
    ends.push(() => limits.close())
    return limits
  }
  const one = { name: 'view', key: 'a', times: 1000, seconds: 600 }

  test('ten at once at two processes: exactly the limit passes, each key has an end and names nobody [T1612]', async () => {
    const [here, there] = [open(), open()]
    const limits = [
      { ...one, times: 7 },
      { ...one, name: 'like', times: 4 },
    ]
    const waits = await Promise.all(Array.from({ length: 10 }, (_, nr) => (nr % 2 ? here : there).take(limits)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4)
    expect(waits.filter((wait) => wait! > 590 && wait! <= 600)).toHaveLength(6)
    expect(await here.counted(limits[0]!)).toMatchObject({ tries: 4 })
    await takeTry([limit({ key: 'asha@example.org' })])
    const client = await connectRedis(redis.address(), 'test')
    ends.push(() => client.disconnect())
    await until(() => client.status === 'ready')
    const keys = await client.keys('*')
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      expect(key).toMatch(/^harambee:[0-9a-f]{16}:limit:(view|like):/)
      expect(key).not.toContain('asha')
      expect(await client.pttl(key)).toBeGreaterThan(0)
    }
  })
  test('Redis dies in the middle: the database takes over with one fresh window and one line in the log [T1613]', async () => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
    const said = () => warned.mock.calls.filter(([, words]) => String(words).includes('counted in Postgres')).length
    const mine = limit({ times: 5 })
    expect([await grantedOf(3, [mine]), await triesLeft(mine)]).toEqual([3, { left: 2, wait: 600 }])
    const before = await inTable()
    await redis.stop()
    expect([await grantedOf(12, [mine]), (await triesLeft(mine)).left, said()]).toEqual([5, 0, 1])
    expect(await inTable()).toBe(before + 1)
  })
  test('a Redis that comes back is used again, and one that is silent keeps nobody waiting [T1614]', async () => {
    const limits = open()
    expect(await limits.take([one])).toBe(0)
    await redis.stop()
    expect(await limits.take([one])).toBeUndefined()
    await redis.start()
    await until(async () => (await limits.take([one])) === 0)
    redis.beSilent(true)
    const paused = open({ patience: 100, away: 60_000 })
    expect(await paused.take([one])).toBeUndefined()
    redis.beSilent(false)
    await until(async () => (await limits.take([one])) === 0)
    // After an error it is not asked for a while: many visitors do not wait one after the other.
    expect(await paused.take([one])).toBeUndefined()
  })
  test('a database that is away when the keys are named does not end the counting in Redis [T1704]', async () => {
    const there = thePool()
    // Nobody listens there.
    const away = openPool('postgres://127.0.0.1:9/harambee', 1)
    ends.push(() => away.end())
    useDatabase(away)
    const limits = open()
    try {
      expect(await limits.take([one])).toBeUndefined()
    } finally {
      useDatabase(there)
    }
    await until(async () => (await limits.take([one])) === 0)
  })
  test('with limits in Redis and in the database a try counts in both or in neither, and the words are those of the full one [T1615]', async () => {
    const often = limit({ times: 5, says: () => ({ id: 'Many are giving' }) })
    const rare = limit({ name: 'visit-mail', times: 2 })
    delete rare.often
    expect(await grantedOf(6, [often, rare])).toBe(2)
    expect([(await triesLeft(often)).left, (await triesLeft(rare)).left]).toEqual([3, 0])
    const other = limit({ name: 'visit-mail', times: 9 })
    delete other.often
    expect(await grantedOf(6, [other, often])).toBe(3)
    expect([(await triesLeft(often)).left, (await triesLeft(other)).left]).toEqual([0, 6])
    const no = (await takeTry([other, often]).catch((error: unknown) => error)) as Refusal
    expect(wordsIn('en')._(no.says.title)).toBe('Many are giving')
  })
})
