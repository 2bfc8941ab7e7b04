import { type Answer, HangUp, jsonOf, written } from '../bodies.ts'
import { all, one, type Runs } from '../database.ts'
import { bytesOf, chanceOf } from '../seeded.ts'
import { nextCall, type Scene } from './world.ts'

// What goes wrong on purpose: asked for by a control call, or by chance that follows from the seed.

export const callFaults = [
  'latency',
  'http',
  'reset-before',
  'reset-after',
  'lost-answer',
  'truncated',
  'html',
  'status-false',
  'huge',
  'drip',
  'wrong-amount',
  'wrong-currency',
  'unknown-reference',
  'wrong-domain',
]
export const webhookFaultNames = [
  'wrong-amount',
  'wrong-currency',
  'unknown-reference',
  'wrong-domain',
  'bad-signature',
  'no-signature',
  'old-key',
  'replay',
  'shuffle',
  'burst',
  'latency',
  'never',
]

export type Fault = {
  id: string
  endpoint: string
  fault: string
  /** How often it still happens; null: until it is taken away. */
  times: number | null
  chance: number
  settings: Record<string, unknown>
}
export type NewFault = { endpoint?: string; fault: string; times?: number | null; chance?: number } & Record<
  string,
  unknown
>

const columns = 'id::text as id, endpoint, fault, times, chance, settings'

/** Puts a fault in the way; once, unless it says how often. */
export async function addFault(runs: Runs, { endpoint = '*', fault, times = 1, chance = 1, ...settings }: NewFault) {
  const row = await one<Fault>(
    runs,
    `insert into sandbox.paystack_faults (endpoint, fault, times, chance, settings) values ($1, $2, $3, $4, $5)
     returning ${columns}`,
    [endpoint, fault, times, chance, JSON.stringify(settings)],
  )
  return row!
}
export const faultList = (runs: Runs) => all<Fault>(runs, `select ${columns} from sandbox.paystack_faults order by id`)
export const clearFaults = (runs: Runs) => runs.query('delete from sandbox.paystack_faults')

/** The faults that this call meets. Each is counted; of several callers the last one left goes to one. */
export async function faultsAt(scene: Scene, runs: Runs, ...endpoints: string[]): Promise<Fault[]> {
  const set = await all<Fault>(
    runs,
    `select ${columns} from sandbox.paystack_faults
     where endpoint = any ($1) and (times is null or times > 0) order by id`,
    [endpoints],
  )
  if (set.length === 0) return []
  const n = await nextCall(runs)
  const met: Fault[] = []
  for (const [at, fault] of set.entries()) {
    if (chanceOf(scene.seed, `fault ${at} at call ${n}`) >= fault.chance) continue
    const counted = await one(
      runs,
      `update sandbox.paystack_faults set times = times - 1 where id = $1 and (times is null or times > 0) returning id`,
      [fault.id],
    )
    if (counted) met.push(fault)
  }
  return met
}

export const numberIn = ({ settings }: Fault, name: string, otherwise: number) =>
  typeof settings[name] === 'number' ? (settings[name] as number) : otherwise
const textIn = ({ settings }: Fault, name: string, otherwise: string) =>
  typeof settings[name] === 'string' ? (settings[name] as string) : otherwise

/** Answers a call with whatever is in its way. `run` does what was asked for. */
export async function faulty(scene: Scene, endpoint: string, run: () => Promise<Answer>): Promise<Response> {
  const met = await faultsAt(scene, scene.world.pool(), endpoint, '*')
  for (const fault of met) if (fault.fault === 'latency') await scene.world.pause(await latencyOf(scene, fault))
  const fault = met.find((one) => one.fault !== 'latency')
  if (fault?.fault === 'reset-before') throw new HangUp()
  // What fails before it is looked at does nothing; `after` does it and says the same.
  const instead = fault && insteadOf(fault)
  if (instead && fault.settings.after !== true) return instead
  const answer = await run()
  if (instead) return instead
  if (!fault) return written(answer)
  if (fault.fault === 'reset-after') throw new HangUp()
  if (fault.fault === 'lost-answer') {
    await scene.world.pause(numberIn(fault, 'ms', 35_000))
    throw new HangUp()
  }
  return spoilt(fault, answer, scene)
}

/** Milliseconds: fixed (`ms`), between `min` and `max`, or usually `ms` and for the slowest hundredth `p99`. */
async function latencyOf(scene: Scene, fault: Fault): Promise<number> {
  const luck = chanceOf(scene.seed, `latency ${await nextCall(scene.world.pool())}`)
  const [min, max] = [numberIn(fault, 'min', 0), numberIn(fault, 'max', 0)]
  if (max > 0) return Math.min(min + luck * (max - min), mostWait)
  return Math.min(
    luck >= 0.99 ? numberIn(fault, 'p99', numberIn(fault, 'ms', 1000)) : numberIn(fault, 'ms', 1000),
    mostWait,
  )
}
const mostWait = 120_000

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

function insteadOf(fault: Fault): Response | undefined {
  const status = numberIn(fault, 'status', 502)
  const wait = fault.settings.retryAfter
  const headers = { ...json, ...(wait === undefined ? {} : { 'retry-after': String(wait) }) }
  if (fault.fault === 'http') {
    const body = { status: false, message: `Pretended ${status}`, type: 'api_error', code: 'unknown', meta: {} }
    return new Response(JSON.stringify(body), { status: numberIn(fault, 'status', 500), headers })
  }
  if (fault.fault === 'html')
    return new Response('<!doctype html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>', {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  if (fault.fault !== 'status-false') return undefined
  const body = { status: false, message: 'An error occurred', type: 'api_error', code: 'unknown', meta: {} }
  return new Response(JSON.stringify(body), { status: 200, headers })
}

/** It was done, and its answer comes out wrong. */
function spoilt(fault: Fault, answer: Answer, { world, seed }: Scene): Response {
  const { status } = answer
  const text = jsonOf({ ...answer.body, data: altered(fault, answer.body.data, seed) })
  if (fault.fault === 'truncated')
    return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers: json })
  // As it comes, so that neither we nor a proxy waits for the end of it.
  const unbuffered = { ...json, 'x-accel-buffering': 'no' }
  if (fault.fault === 'huge')
    return new Response(streamOf(padded(text, numberIn(fault, 'bytes', 50_000_000))), { status, headers: unbuffered })
  if (fault.fault === 'drip') {
    const ms = numberIn(fault, 'ms', 1000)
    return new Response(streamOf(dripping(text, () => world.pause(ms))), { status, headers: unbuffered })
  }
  return new Response(text, { status, headers: json })
}

async function* padded(text: string, bytes: number) {
  const block = ' '.repeat(65_536)
  yield '{"padding":"'
  for (let sent = 0; sent < bytes; sent += block.length) yield block
  yield `",${text.slice(1)}`
}
async function* dripping(text: string, wait: () => Promise<void>) {
  for (const sign of text) {
    yield sign
    await wait()
  }
}
/** Bytes as they are taken: who goes away ends it. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  return new ReadableStream({
    async pull(to) {
      const { done, value } = await parts.next()
      if (done) to.close()
      else to.enqueue(bytes.encode(value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

/** What is said of a payment or a transfer, made untrue. */
export function altered(fault: Fault, data: unknown, seed: string): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const said = data as Record<string, unknown>
  const { settings } = fault
  if (fault.fault === 'wrong-amount') {
    const amount = 'amount' in settings ? settings.amount : Number(said.amount) + numberIn(fault, 'by', 100)
    return { ...said, amount, ...('requested_amount' in said ? { requested_amount: amount } : {}) }
  }
  if (fault.fault === 'wrong-currency') return { ...said, currency: textIn(fault, 'currency', 'NGN') }
  if (fault.fault === 'wrong-domain') return { ...said, domain: textIn(fault, 'domain', 'live') }
  if (fault.fault !== 'unknown-reference') return data
  const reference = textIn(
    fault,
    'reference',
    `nobody-${bytesOf(seed, `nobody ${JSON.stringify(said.reference ?? '')}`)
      .toString('hex')
      .slice(0, 20)}`,
  )
  const named = 'transaction_reference' in said ? 'transaction_reference' : 'reference'
  return { ...said, [named]: reference }
}
