import { createHash } from 'node:crypto'
import type { Redis, RedisOptions } from 'ioredis'
import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { sentinelsIn } from '#app/platform/settings/setting-kinds.server.ts'
import type { HeardNotice, ListenLine } from './listen.server.ts'

// Redis, or Valkey, carries topics from the relay to every process, and counts limits of what is asked often. Nothing in it has to
// survive.

/** A message instead of a list of topics: topics before it may have been missed. */
export const resetWord = 'reset'
/** A message that says only that the relay works. */
export const beatWord = 'beat'

const usual = {
  /** The longest wait for an answer, in milliseconds. */
  patience: 2000,
  /** The longest time without a message, in milliseconds, before Redis is asked whether it still answers. */
  quiet: 3000,
}

const soon = (times: number) => Math.min(2000, 50 * 2 ** Math.min(times, 6)) * (0.5 + Math.random() / 2)

/** A Sentinel that is away costs little time: there are others. */
const asksSentinels: RedisOptions = { sentinelRetryStrategy: soon, connectTimeout: 1000, sentinelCommandTimeout: 1000 }

const atOnce: RedisOptions = {
  protocol: 2,
  disableClientInfo: true,
  enableReadyCheck: false,
  connectTimeout: 4000,
  // A command fails at once while there is no connection, and is never sent a second time.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // The listener subscribes by itself: only then does it know from which moment on nothing is missed.
  autoResubscribe: false,
  retryStrategy: soon,
}

/** Opens a connection that connects again by itself whenever it is lost. */
export async function connectRedis(address: string, name: string, patience = usual.patience): Promise<Redis> {
  // Loaded only where the operator has a Redis.
  const { Redis } = await import('ioredis')
  const how = { ...atOnce, commandTimeout: patience, connectionName: `harambee-${name}` }
  const behind = sentinelsIn(address)
  const redis = behind ? new Redis({ ...how, ...behind, ...asksSentinels }) : new Redis(address, how)
  let said = ''
  redis.on('error', (error: Error) => {
    // Each new attempt fails for the same reason.
    if (error.message !== said) log.warn({ err: withoutAddresses(error) }, 'Redis can not be used')
    said = error.message
  })
  redis.on('ready', () => {
    said = ''
  })
  return redis
}

/** Returns a name that this instance alone has: several may share one Redis. The moment of the first migration tells them apart. */
export async function inRedis(what: string): Promise<string> {
  const { rows } = await sql<{ instance: string }>`
    select current_database() || ' ' || extract(epoch from min(applied_at)) as instance from migrations`.execute(db)
  return `harambee:${createHash('sha256').update(rows[0]!.instance).digest('hex').slice(0, 16)}:${what}`
}

/** Returns the channel of this instance. */
export const liveChannel = (): Promise<string> => inRedis('live')

/** The topics of a message; undefined where topics may have been missed: a reset, or words that no relay of ours writes. */
function topicsIn(text: string): string[] | undefined {
  if (text === resetWord) return undefined
  try {
    const topics: unknown = JSON.parse(text)
    return Array.isArray(topics) ? topics.map(String) : undefined
  } catch {
    return undefined
  }
}

type HeardBeat = HeardNotice & { beat?: () => void }
type RedisLine = ListenLine & {
  /** True if Redis answers on this line now. */
  answers(): Promise<boolean>
}

/** Hears of topics by Redis, and connects again whenever that is lost. */
export function listenToRedis(address: string, heard: HeardBeat, times: Partial<typeof usual> = {}): RedisLine {
  const { quiet, patience } = { ...usual, ...times }
  let closed = false
  let client: Redis | undefined
  let asking: NodeJS.Timeout | undefined

  async function open() {
    const channel = await liveChannel()
    const mine = await connectRedis(address, 'live', patience)
    client = mine
    if (closed) return mine.disconnect()
    let last = performance.now()
    let isUp = false
    mine.on('message', (_, text) => {
      last = performance.now()
      if (text === beatWord) return heard.beat?.()
      const topics = topicsIn(text)
      if (!topics) return heard.connected()
      for (const topic of topics) heard.said(topic)
    })
    mine.on('close', () => {
      if (!isUp) return
      isUp = false
      if (!closed) log.warn({ channel }, 'the line for live updates is lost')
    })
    mine.on('ready', () => {
      mine.subscribe(channel).then(
        () => {
          last = performance.now()
          isUp = true
          heard.connected()
        },
        () => mine.disconnect(true),
      )
    })
    // Notices a connection that was cut silently.
    asking = setInterval(() => {
      if (!isUp || performance.now() - last < quiet) return
      mine.ping().then(
        () => (last = performance.now()),
        () => mine.disconnect(true),
      )
    }, quiet / 3)
    asking.unref()
  }

  /** The database may be away at that moment, and knows the channel. */
  const keepOpening = (): Promise<void> =>
    open().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500).unref())
      if (!closed) await keepOpening()
    })
  void keepOpening()
  return {
    answers: async () =>
      client?.status === 'ready' &&
      client.ping().then(
        () => true,
        () => false,
      ),
    async close() {
      closed = true
      clearInterval(asking)
      client?.disconnect()
    },
  }
}
