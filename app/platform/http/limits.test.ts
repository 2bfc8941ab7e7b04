import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { connectRedis } from '#app/platform/live/redis.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { realRedis, realServer } from '#test/redis-server.ts'
import { allRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { type Limit, returnTries, sweepLimits, takeTry } from './limits.server.ts'
import { oftenPace } from './often-limits.server.ts'

leavesSomethingBehind()
oftenPace.patience = 15_000

const db = await testDatabase()
const redis = realRedis ? await realServer() : undefined
beforeAll(async () => {
  await redis?.start()
  settings.REDIS_URL = redis?.address()
})
afterAll(async () => {
  settings.REDIS_URL = undefined
  await redis?.stop()
})

let count = 0
let isOften = false
const limit = (more: Partial<Limit> = {}): Limit => ({
  name: 'sign-in',
  key: `k${count++}`,
  times: 3,
  seconds: 600,
  ...(isOften ? { often: true } : {}),
  ...more,
})

const granted = (limits: Limit[]) => takeTry(limits).then(() => true)
const refused = async (limits: Limit[]): Promise<Refusal> => {
  const error = await takeTry(limits).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}
const passTime = async (seconds: number) => {
  await timePasses(`${seconds} seconds`)
  if (isOften)
    await inTheRedis(async (client) => {
      for (const key of await client.keys('*:limit:*')) {
        const left = (await client.pttl(key)) - seconds * 1000
        await client.pexpire(key, Math.max(0, left))
      }
    })
}
/** Returns the finding of a client of our own in the Redis. */
const inTheRedis = async <Found>(look: (client: Awaited<ReturnType<typeof connectRedis>>) => Promise<Found>) => {
  const client = await connectRedis(redis!.address(), 'test')
  try {
    await new Promise((resolve) => client.once('ready', resolve))
    return await look(client)
  } finally {
    client.disconnect()
  }
}
const spoken = ({ says }: Refusal) => wordsIn('en')._(says.title)
/** Which of so many tries at once are granted. */
const atOnce = async (times: number, limitsOf: (at: number) => Limit[]) => {
  const all = await Promise.allSettled(Array.from({ length: times }, (_, at) => takeTry(limitsOf(at))))
  return all.map(({ status }) => status === 'fulfilled')
}
const yes = (all: boolean[]) => all.filter(Boolean).length

describe.each([['the database', false], ...(redis ? [['Redis', true] as const] : [])] as const)('in %s', (_, often) => {
  beforeAll(() => {
    isOften = often
  })

  test('a limit grants its number of tries and then says when to try again', async () => {
    const one = limit()
    for (let i = 0; i < 3; i++) expect(await granted([one])).toBe(true)
    const no = await refused([one])
    expect(no.status).toBe(429)
    expect(spoken(no)).toBe('There were many tries. Please try again in 10 minutes.')
    expect(no.retryAfter).toBeGreaterThan(595)
    expect(no.retryAfter).toBeLessThanOrEqual(600)
  })
  test('the last minute is one minute, not 1 minutes', async () => {
    const one = limit({ times: 1, seconds: 50 })
    await takeTry([one])
    expect(spoken(await refused([one]))).toBe('There were many tries. Please try again in 1 minute.')
  })
  test('the window begins with the first try and is not moved by later ones', async () => {
    const one = limit({ times: 2 })
    await takeTry([one])
    await passTime(400)
    await takeTry([one])
    expect((await refused([one])).retryAfter).toBeLessThanOrEqual(200)
    await passTime(201)
    expect(await granted([one])).toBe(true)
    expect(await granted([one])).toBe(true)
    await refused([one])
  })
  test('of thirty tries at once exactly the granted number passes', async () => {
    const one = limit({ times: 5 })
    expect(yes(await atOnce(30, () => [one]))).toBe(5)
  })
  test('several limits count together or not at all', async () => {
    const address = limit({ times: 10 })
    const account = limit({ times: 1 })
    await takeTry([address, account])
    for (let i = 0; i < 20; i++) await refused([address, account])
    for (let i = 0; i < 9; i++) expect(await granted([address])).toBe(true)
    await refused([address])
  })
  test('thirty tries at once against the same two limits, named in either order, neither hang nor count half', async () => {
    const a = limit({ times: 12 })
    const b = limit({ times: 7 })
    expect(yes(await atOnce(30, (at) => (at % 2 ? [a, b] : [b, a])))).toBe(7)
    for (let i = 0; i < 5; i++) await takeTry([a])
    await refused([a])
  })
  test('tries of many who come at once are counted each for itself, and one that is full keeps no other out', async () => {
    const full = limit({ times: 1 })
    await takeTry([full])
    const all = await atOnce(20, (at) => (at % 4 === 0 ? [full, limit({ times: 1 })] : [limit(), limit()]))
    expect(all).toEqual(all.map((_, at) => at % 4 !== 0))
  })
  test('a try that is given back counts no more', async () => {
    const one = limit({ times: 1 })
    await takeTry([one])
    await returnTries([one])
    await returnTries([one])
    await takeTry([one])
    await refused([one])
  })
  test('other words go before the time', async () => {
    const one = limit({ times: 1 })
    await takeTry([one])
    const no = (await takeTry([one], { id: 'Sign in failed' }).catch((error: unknown) => error)) as Refusal
    expect(no.says.title.id).toBe('Sign in failed')
    expect(wordsIn('en')._(no.says.text!)).toBe('There were many tries. Please try again in 10 minutes.')
  })
  test('a visitor with version 6 of the network cannot walk through the addresses of one line', async () => {
    const at = (key: string) => limit({ name: 'v6', key, times: 1 })
    await takeTry([at('2001:db8:1:2::1')])
    await refused([at('2001:db8:1:2:aaaa:bbbb:cccc:dddd')])
    await refused([at('2001:0db8:0001:0002::')])
    expect(await granted([at('2001:db8:1:3::1')])).toBe(true)
    await takeTry([at('::ffff:192.0.2.7')])
    await refused([at('192.0.2.7')])
  })
  test('of many tries in one moment at several keys each counts for its own key, and what is refused is not counted', async () => {
    const [a, b, c] = [limit({ times: 5 }), limit({ times: 2 }), limit({ times: 100 })]
    const all = await atOnce(60, (at) => [[a, b, c][at % 3]!])
    expect([0, 1, 2].map((nr) => yes(all.filter((_, at) => at % 3 === nr)))).toEqual([5, 2, 20])
    // In the order in which they came.
    expect(all.slice(0, 6)).toEqual(Array(6).fill(true))
    // Two that are given back are two that may be tried again: the fifteen that were refused stand nowhere.
    await returnTries([a])
    await returnTries([a])
    expect([await granted([a]), await granted([a])]).toEqual([true, true])
    expect((await refused([a])).retryAfter).toBeGreaterThan(595)
  })
  test('a try of one alone and of several together never count more than there are', async () => {
    const [a, b] = [limit({ times: 9 }), limit({ times: 1000 })]
    expect(yes(await atOnce(80, (at) => (at % 2 ? [a] : at % 4 ? [a, b] : [b, a])))).toBe(9)
  })
})

describe('in the database alone', () => {
  beforeAll(() => {
    isOften = false
  })
  test('neither addresses nor accounts stand in the table in clear', async () => {
    await takeTry([limit({ key: 'asha@example.org' })])
    const { rows } = await sql<{ all: string }>`select string_agg(r::text, ' ') as all from rate_limits r`.execute(db)
    expect(rows[0]!.all).not.toContain('asha')
  })
  test('windows that are over are swept, others stay', async () => {
    await sql`delete from rate_limits`.execute(db)
    await takeTry([limit({ seconds: 10 })])
    await passTime(11)
    await takeTry([limit()])
    await sweepLimits()
    expect(await allRows('rate_limits', {}, 'name')).toHaveLength(1)
  })
})
