import type { Redis } from 'ioredis'
import { connectRedis, inRedis } from '#app/platform/live/redis.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'

// Limits of what is asked often, counted in Redis. They have to slow floods down, and guard nothing that can be guessed or stolen.

/** A limit as a store counts it. `key`: hashed. */
export type CountedLimit = { name: string; key: string; times: number; seconds: number }

export type OftenLimits = {
  /** Returns 0 when all were counted, or the seconds to wait where none was. Undefined: Redis can not be used. */
  take(limits: CountedLimit[]): Promise<number | undefined>
  /** Gives one try of each back. Undefined: Redis can not be used. */
  giveBack(limits: CountedLimit[]): Promise<true | undefined>
  /** Returns the tries that were counted, and in how many seconds they are forgotten. Undefined: Redis can not be used. */
  counted(limit: CountedLimit): Promise<{ tries: number; wait: number } | undefined>
  close(): void
}

/** Tests wait longer: a busy machine is no Redis that is away. */
export const oftenPace = {
  /** The longest wait for an answer, in milliseconds. */
  patience: 100,
  /** The milliseconds after an error in which Redis is not asked. */
  away: 5000,
}

// A window begins with its first try, and is not moved by later ones or by a try that is given back.
const takeScript = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
    return math.max(1, math.ceil(redis.call('pttl', key) / 1000))
  end
end
for i, key in ipairs(KEYS) do
  redis.call('set', key, '0', 'nx', 'px', ARGV[2 * i])
  redis.call('incr', key)
end
return 0`

const giveBackScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') > 0 then redis.call('decr', key) end
end
return 0`

const countedScript = `return {redis.call('get', KEYS[1]) or '0', redis.call('pttl', KEYS[1])}`

/** Opens a connection of its own, so that no other answer is waited for. */
export function openOftenLimits(address: string, times: Partial<typeof oftenPace> = {}): OftenLimits {
  const { patience, away } = { ...oftenPace, ...times }
  let pausedUntil = 0
  let isAway = false
  let closed = false

  const open = async () => {
    const prefix = await inRedis('limit')
    const client = await connectRedis(address, 'limits', patience)
    if (closed) client.disconnect()
    // A connection that is not there within this time is used once it is.
    else await Promise.race([new Promise((resolve) => client.once('ready', resolve)), pause(patience)])
    return { prefix, client }
  }
  let opening: ReturnType<typeof open> | undefined
  /** The database names the keys, and may be away at that moment: then the next use opens again. */
  const whenOpen = () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** Runs a script, unless Redis failed a moment ago: then the caller goes on with Postgres. */
  async function run<Answer>(
    script: string,
    limits: CountedLimit[],
    values: number[] = [],
  ): Promise<Answer | undefined> {
    if (closed || performance.now() < pausedUntil) return undefined
    try {
      const { client, prefix } = await whenOpen()
      const keys = limits.map(({ name, key }) => `${prefix}:${name}:${key}`)
      const answer = await answerOf(client, script, keys, values)
      if (isAway) log.info('limits are counted in Redis again')
      isAway = false
      return answer as Answer
    } catch (error) {
      if (closed) return undefined
      pausedUntil = performance.now() + away
      if (!isAway) log.warn({ err: withoutAddresses(error) }, 'Redis fails: limits are counted in Postgres meanwhile')
      isAway = true
      return undefined
    }
  }

  return {
    take: (limits) =>
      run(
        takeScript,
        limits,
        limits.flatMap(({ times, seconds }) => [times, seconds * 1000]),
      ),
    giveBack: async (limits) => ((await run(giveBackScript, limits)) === undefined ? undefined : true),
    async counted(limit) {
      const found = await run<[string, number]>(countedScript, [limit])
      return found && { tries: Number(found[0]), wait: Math.max(0, Math.ceil(found[1] / 1000)) }
    },
    close() {
      closed = true
      opening?.then(
        ({ client }) => client.disconnect(),
        () => {},
      )
    },
  }
}

async function answerOf(client: Redis, script: string, keys: string[], values: number[]): Promise<unknown> {
  try {
    return await client.eval(script, keys.length, ...keys, ...values)
  } catch (error) {
    // A connection that was cut silently never answers again: the next use finds a new one.
    if ((error as Error).message === 'Command timed out') client.disconnect(true)
    throw error
  }
}

let opened: { address: string; limits: OftenLimits } | undefined

/** Returns the limits in Redis of this process; undefined without a Redis. */
export function oftenLimits(address: string | undefined): OftenLimits | undefined {
  if (!address) return undefined
  if (opened?.address !== address) {
    opened?.limits.close()
    const limits = openOftenLimits(address)
    opened = { address, limits }
    lifecycle.onDrain(async () => limits.close())
  }
  return opened.limits
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
