import type pg from 'pg'
import { one, type Runs } from '../database.ts'
import type { Pause } from '../faults.ts'
import { bytesOf } from '../seeded.ts'

// What everything in the pretend M-Pesa is on: its options, its clock, its numbers.

type Keys = {
  key: string
  secret: string
  shortcode: string
  passkey: string
  initiator: string
  credential: string
  b2cShortcode: string
}
/** What the product answered; status 0 without an answer. */
type Heard = { status: number; text: string }

export type Options = {
  pool: () => pg.Pool
  /** What the product knows itself by. */
  keys: () => Keys
  /** Posts to an address that the product gave, and waits so long for the answer, in milliseconds. */
  post: (address: string, body: string, patience: number) => Promise<Heard>
  /** Whom payers see that they pay. */
  name?: string
  /** Where programs ask. */
  root?: string
  /** Where the pretend phones are. */
  phones?: string
  now?: () => number
  pause?: Pause
  /** Callbacks posted at the same time. */
  atOnce?: number
  /** False where nobody may make it do things, wherever they sit: it is on a public address. */
  isSteered?: () => boolean
  /** Called when something became due, so that the person who delivers need not look all the time. */
  onDue?: () => void
}

export type World = Required<Options>

/** One call, seen from the pretend M-Pesa: its time, its luck. */
export type Scene = { world: World; now: Date; seed: string }

export const worldOf = (options: Options): World => ({
  name: 'HARAMBEE',
  root: '/sandbox/daraja',
  phones: '/sandbox/phone',
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
  atOnce: 8,
  isSteered: () => true,
  onDue: () => {},
  ...options,
})

/** The pretend clock as it stands now, which may be ahead of the real one. */
export async function momentOf(world: World): Promise<Scene> {
  const state = await one<{ seed: string; ahead: number }>(
    world.pool(),
    'select seed, clock_ahead_ms::float8 as ahead from sandbox.daraja_state',
  )
  return { world, now: new Date(world.now() + state!.ahead), seed: state!.seed }
}

export const later = (scene: Scene, ms: number) => new Date(scene.now.getTime() + ms)

/** Has something become something else at a later time of the pretend clock. */
export const becomeLater = (runs: Runs, due: Date, noun: string, subject: string, becomes: string) =>
  runs.query('insert into sandbox.daraja_later (due_at, noun, subject, becomes) values ($1, $2, $3, $4)', [
    due,
    noun,
    subject,
    becomes,
  ])

/** The number of something new, from 1 on. */
export async function nextNumber(runs: Runs): Promise<number> {
  const row = await one<{ n: number }>(
    runs,
    "select (nextval('sandbox.daraja_numbers') - numbers_from)::float8 as n from sandbox.daraja_state",
  )
  return row!.n
}

/** Digits that can't be told without the seed and are another for each number. */
const spread = (seed: string, name: string, n: number, range: bigint) =>
  (BigInt(n) * 7_234_567_891n + BigInt(bytesOf(seed, name).readUIntBE(0, 6))) % range

const digits = (seed: string, name: string, n: number, length: number) =>
  String(spread(seed, name, n, 10n ** BigInt(length))).padStart(length, '0')

/** How M-Pesa writes a moment: the time of Nairobi, from the year to the second. */
export const stampOf = (at: Date) => new Date(at.getTime() + 3 * 3600_000).toISOString().replace(/\D/g, '').slice(0, 14)

/** The names of a prompt. */
export function promptNames({ seed, now }: Scene, n: number) {
  const stamp = stampOf(now)
  const day = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  return {
    checkoutId: `ws_CO_${day}${digits(seed, 'checkout', n, 9)}`,
    merchantId: `${digits(seed, 'merchant', n, 5)}-${digits(seed, 'merchant', n, 8)}-1`,
  }
}

/** The name of a question of a program, as refusals carry it. */
export const requestName = (seed: string, n: number) =>
  `${digits(seed, 'request', n, 5)}-${digits(seed, 'request', n, 8)}-1`

/** The names of an order. */
export const orderNames = ({ seed, now }: Scene, n: number) => ({
  conversation: `AG_${stampOf(now).slice(0, 8)}_${digits(seed, 'conversation', n, 20)}`,
  originator: `${digits(seed, 'originator', n, 5)}-${digits(seed, 'originator', n, 8)}-1`,
})

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An M-Pesa code: letters for the year, the month and the day, and seven signs that follow from the seed. */
export function receiptOf({ seed, now }: Scene, n: number): string {
  const stamp = stampOf(now)
  const year = signs[10 + ((Number(stamp.slice(0, 4)) - 2006) % 26)]
  const month = signs[9 + Number(stamp.slice(4, 6))]
  const day = signs[Number(stamp.slice(6, 8))]
  return `${year}${month}${day}${spread(seed, 'receipt', n, 36n ** 7n)
    .toString(36)
    .toUpperCase()
    .padStart(7, '0')}`
}

/** The nine digits of a Kenyan mobile number behind 254, however it is spelt: 0708 374 149, +254708374149. */
export function phoneOf(text: string): string | undefined {
  const nine = /^(?:\+?254|0|00254)?([17]\d{8})$/.exec(text.replace(/[\s().-]/g, ''))?.[1]
  return nine && `254${nine}`
}
