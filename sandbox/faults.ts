import type pg from 'pg'
import { type Answer, HangUp, jsonOf, written } from './bodies.ts'
import { all, one, type Runs } from './database.ts'
import { chanceOf } from './seeded.ts'

// What goes wrong on purpose: asked for by a control call, or by chance that follows from the seed.

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
/** `isDone`: what was asked for is done, and only its answer is waited for. */
export type Pause = (ms: number, isDone?: boolean) => Promise<void>
type Scene = { world: { pool: () => pg.Pool; pause: Pause }; seed: string }
type Faults = ReturnType<typeof faultsOf>

const columns = 'id::text as id, endpoint, fault, times, chance, settings'

/** The faults of one pretend provider, which keeps them in a table of its own. */
export function faultsOf(provider: 'paystack' | 'daraja') {
  const table = `sandbox.${provider}_faults`
  /** How many calls there were that luck had a say in, with this one. */
  const nextCall = async (runs: Runs): Promise<string> => {
    const counted = `(nextval('sandbox.${provider}_calls') - calls_from)::text`
    const row = await one<{ n: string }>(runs, `select ${counted} as n from sandbox.${provider}_state`)
    return row!.n
  }
  return {
    nextCall,
    /** Puts a fault in the way; once, unless it says how often. */
    async add(runs: Runs, { endpoint = '*', fault, times = 1, chance = 1, ...settings }: NewFault) {
      const row = await one<Fault>(
        runs,
        `insert into ${table} (endpoint, fault, times, chance, settings) values ($1, $2, $3, $4, $5) returning ${columns}`,
        [endpoint, fault, times, chance, JSON.stringify(settings)],
      )
      return row!
    },
    list: (runs: Runs) => all<Fault>(runs, `select ${columns} from ${table} order by id`),
    clear: (runs: Runs) => runs.query(`delete from ${table}`),
    /** The faults that this call meets. Each is counted; of several callers the last one left goes to one. */
    async at(scene: Scene, runs: Runs, ...endpoints: string[]): Promise<Fault[]> {
      const set = await all<Fault>(
        runs,
        `select ${columns} from ${table} where endpoint = any ($1) and (times is null or times > 0) order by id`,
        [endpoints],
      )
      if (set.length === 0) return []
      const n = await nextCall(runs)
      const met: Fault[] = []
      for (const [at, fault] of set.entries()) {
        if (chanceOf(scene.seed, `fault ${at} at call ${n}`) >= fault.chance) continue
        const counted = await one(
          runs,
          `update ${table} set times = times - 1 where id = $1 and (times is null or times > 0) returning id`,
          [fault.id],
        )
        if (counted) met.push(fault)
      }
      return met
    },
  }
}

export const numberIn = ({ settings }: Fault, name: string, otherwise: number) =>
  typeof settings[name] === 'number' ? (settings[name] as number) : otherwise
export const textIn = ({ settings }: Fault, name: string, otherwise: string) =>
  typeof settings[name] === 'string' ? (settings[name] as string) : otherwise

/** Why what is asked for is no fault that can be, or nothing. */
export function faultProblem(
  { fault, endpoint = '*', times, chance }: Record<string, unknown>,
  { names, endpoints, others }: { names: (endpoint: string) => string[]; endpoints: Set<string>; others: string },
): string | undefined {
  if (endpoint !== '*' && !endpoints.has(String(endpoint)))
    return `endpoint is *, ${others} or one of ${[...endpoints].join(', ')}`
  const possible = names(String(endpoint))
  if (!possible.includes(String(fault))) return `fault at ${endpoint} is one of ${possible.join(', ')}`
  if (times !== undefined && times !== null && !(Number.isSafeInteger(times) && (times as number) > 0))
    return 'times is a whole number above 0, or null for always'
  const isChance = typeof chance === 'number' && chance >= 0 && chance <= 1
  return chance === undefined || isChance ? undefined : 'chance is from 0 to 1'
}

type Met = {
  scene: Scene
  faults: Faults
  endpoint: string
  /** What the provider says itself when it refuses for such a fault. */
  refusal: (fault: Fault) => Answer | undefined
  /** What it says untruly. */
  altered?: (fault: Fault, answer: Answer) => Answer
}

/** Answers a call with whatever is in its way. `run` does what was asked for. */
export async function faulty(met: Met, run: () => Promise<Answer>): Promise<Response> {
  const { scene, faults } = met
  const set = await faults.at(scene, scene.world.pool(), met.endpoint, '*')
  for (const fault of set) if (fault.fault === 'latency') await scene.world.pause(await latencyOf(met, fault))
  const fault = set.find((one) => one.fault !== 'latency')
  if (fault?.fault === 'reset-before') throw new HangUp()
  // What fails before it is looked at does nothing; `after` does it and says the same.
  const instead = fault && insteadOf(fault, met.refusal)
  if (instead && fault.settings.after !== true) return instead
  const answer = await run()
  if (instead) return instead
  if (!fault) return written(answer)
  if (fault.fault === 'reset-after') throw new HangUp()
  if (fault.fault === 'lost-answer') {
    await scene.world.pause(numberIn(fault, 'ms', 35_000), true)
    throw new HangUp()
  }
  // Long enough for whatever is posted about it to be there first.
  if (fault.fault === 'late-answer') await scene.world.pause(numberIn(fault, 'ms', 8000), true)
  return spoilt(fault, met.altered?.(fault, answer) ?? answer, scene)
}

/** Milliseconds: fixed (`ms`), between `min` and `max`, or usually `ms` and for the slowest hundredth `p99`. */
async function latencyOf({ scene, faults }: Met, fault: Fault): Promise<number> {
  const luck = chanceOf(scene.seed, `latency ${await faults.nextCall(scene.world.pool())}`)
  const [min, max] = [numberIn(fault, 'min', 0), numberIn(fault, 'max', 0)]
  if (max > 0) return Math.min(min + luck * (max - min), mostWait)
  return Math.min(
    luck >= 0.99 ? numberIn(fault, 'p99', numberIn(fault, 'ms', 1000)) : numberIn(fault, 'ms', 1000),
    mostWait,
  )
}
const mostWait = 120_000

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

function insteadOf(fault: Fault, refusal: Met['refusal']): Response | undefined {
  const wait = fault.settings.retryAfter
  const headers = { ...json, ...(wait === undefined ? {} : { 'retry-after': String(wait) }) }
  if (fault.fault === 'html')
    return new Response('<!doctype html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>', {
      status: numberIn(fault, 'status', 502),
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  const said = refusal(fault)
  return said && new Response(jsonOf(said.body), { status: said.status, headers })
}

/** It was done, and its answer comes out wrong. */
function spoilt(fault: Fault, { status, body }: Answer, { world }: Scene): Response {
  const text = jsonOf(body)
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
