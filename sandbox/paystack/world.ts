import type pg from 'pg'
import { one, type Runs } from '../database.ts'
import type { Pause } from '../faults.ts'
import { bytesOf, wordOf } from '../seeded.ts'

// What everything in the pretend provider is on: its options, its clock, its numbers, its database.

export type Options = {
  pool: () => pg.Pool
  /** The secret key: the person who calls shows it, and webhooks are signed with it. */
  key: () => string
  /** Where people find the product, when they did not come from this machine. */
  publicAddress: () => string
  /** Posts a webhook to the product and says the status of the answer, 0 without one. */
  post: (body: string, headers: Record<string, string>) => Promise<number>
  /** Where the pages are mounted. */
  root?: string
  now?: () => number
  pause?: Pause
  /** How much quicker than the real one it tries webhooks again. */
  scale?: number
  /** Webhooks delivered at the same time. */
  atOnce?: number
  /** False where nobody may make it do things, wherever they sit: it is on a public address. */
  isSteered?: () => boolean
  /** Called when something became due, so that the person who delivers need not look all the time. */
  onDue?: () => void
}

export type World = Required<Options>

/** One call, seen from the pretend provider: its time, its luck. */
export type Scene = {
  world: World
  now: Date
  seed: string
  /** Pauses between tries of a webhook are divided by this. */
  scale: number
}

export const worldOf = (options: Options): World => ({
  root: '/sandbox/paystack',
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
  scale: 1,
  atOnce: 8,
  isSteered: () => true,
  onDue: () => {},
  ...options,
})

/** The pretend clock as it stands now, which may be ahead of the real one. */
export async function momentOf(world: World): Promise<Scene> {
  const state = await one<{ seed: string; ahead: string; scale: number | null }>(
    world.pool(),
    'select seed, clock_ahead_ms::text as ahead, time_scale as scale from sandbox.paystack_state',
  )
  return {
    world,
    now: new Date(world.now() + Number(state!.ahead)),
    seed: state!.seed,
    scale: state!.scale ?? world.scale,
  }
}

export const later = (scene: Scene, ms: number) => new Date(scene.now.getTime() + ms)

const firstId = 10_000_000_000_000_000_000n
const stride = 1009
/** Each seed has a range of its own, so that what a person remembers of another one is never met again. */
const rangeOf = (seed: string) => BigInt(bytesOf(seed, 'range').readUInt32BE(0) % 8_000_000) * 1_000_000_000_000n

/**
 * The number of something new: 64 bits, beyond what a JavaScript number can hold and a signed one of a database, as the
 * contract allows. The code beside it can't be told without the seed.
 */
export async function numbered(scene: Scene, runs: Runs = scene.world.pool()): Promise<{ id: string; code: string }> {
  const row = await one<{ n: string }>(
    runs,
    "select (nextval('sandbox.paystack_numbers') - numbers_from)::text as n from sandbox.paystack_state",
  )
  const n = row!.n
  const id =
    firstId +
    rangeOf(scene.seed) +
    BigInt(n) * BigInt(stride) +
    BigInt(bytesOf(scene.seed, `id ${n}`).readUInt16BE(0) % stride)
  return { id: String(id), code: wordOf(scene.seed, `code ${n}`, 15) }
}

/** A number that follows from an e-mail address, as each payer has one. */
export const customerOf = (seed: string, email: string) => ({
  id: 1 + (bytesOf(seed, `customer ${email}`).readUInt32BE(0) >>> 1),
  first_name: null,
  last_name: null,
  email,
  customer_code: `CUS_${wordOf(seed, `customer ${email}`, 15)}`,
  phone: null,
  metadata: null,
  risk_action: 'default',
})
