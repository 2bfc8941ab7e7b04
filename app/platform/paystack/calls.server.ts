import { Gauge, Histogram } from 'prom-client'
import { type Breaker, newBreaker } from '#app/platform/breaker.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import type { Failure } from '#app/platform/provider.ts'
import { type Fetch, NotReached, overHttp, textOf } from './http.server.ts'
import { type Doubt, failureIn, objectIn, parsed } from './says.ts'

// Calls to Paystack: within their time, tried again where a repeat does no harm, and spared once nobody answers.

type Call = {
  /** For the log and the figures. */
  name: string
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  /** Milliseconds in all, with every repeat. */
  within?: number
}
/** The `data` of the answer, and its `meta`. */
type Answered = { is: 'data'; data: unknown; meta: unknown }
export type Caller = (call: Call) => Promise<Answered | Failure>

type Options = { key: string; baseUrl: string; fetch?: Fetch | undefined; breaker?: Breaker }

const seconds = new Histogram({
  name: 'provider_call_duration_seconds',
  help: 'Time of one call to the payment provider, by call and what came of it',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
})
const open = new Gauge({
  name: 'provider_circuit_open',
  help: '1 while the payment provider is spared because too many calls failed',
  registers: [metrics],
})

const mostTries = 3

export function caller({ key, baseUrl, fetch = overHttp, breaker = newBreaker() }: Options): Caller {
  const base = baseUrl.replace(/\/+$/, '')
  return async (call) => {
    const doubt: Doubt = (call.method ?? 'GET') === 'GET' ? 'retry' : 'unknown'
    const ends = Date.now() + (call.within ?? 10_000)
    for (let tries = 1; ; tries++) {
      if (!breaker.mayCall()) return spared
      const one = await once(call, { url: base + call.path, key, fetch, doubt, ms: ends - Date.now() })
      breaker.went(!one.theirFault)
      open.set(breaker.isOpen() ? 1 : 0)
      if (one.again === undefined) return one.answer
      const wait = pauseBefore(tries, one.again)
      if (tries >= mostTries || Date.now() + wait > ends - 1000) return one.answer
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

const spared: Failure = {
  is: 'failure',
  class: 'retry',
  code: 'circuit_open',
  message: 'the provider does not answer, so it was not asked',
}

/** `again`: a repeat does no harm, after so many milliseconds at least. */
type Once = { answer: Answered | Failure; theirFault: boolean; again?: number }
type With = { url: string; key: string; fetch: Fetch; doubt: Doubt; ms: number }

async function once(call: Call, { url, key, fetch, doubt, ms }: With): Promise<Once> {
  const began = performance.now()
  const signal = AbortSignal.timeout(Math.max(1, ms))
  try {
    const answer = await fetch(url, { ...sentOf(call, key), signal })
    const text = await textOf(answer, signal)
    const said = understood(answer.status, text, doubt)
    note(call, began, said, answer.headers)
    const theirFault = said.is === 'failure' && said.class === doubt && !/duplicate/i.test(said.message)
    const canRepeat = theirFault && (doubt === 'retry' || answer.status === 429)
    return { answer: said, theirFault, ...(canRepeat ? { again: toldToWait(answer) } : {}) }
  } catch (error) {
    const reached = !(error instanceof NotReached)
    const failure = lost(error as Error, reached ? doubt : 'retry')
    note(call, began, failure)
    return { answer: failure, theirFault: true, ...(!reached || doubt === 'retry' ? { again: 0 } : {}) }
  }
}

const lost = (error: Error, is: Failure['class']): Failure => ({
  is: 'failure',
  class: is,
  code: 'no_answer',
  message: (error.message || error.name).slice(0, 200),
})

function sentOf({ method = 'GET', body }: Call, key: string) {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...json }
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

/** Their envelope: a 2xx whose status is not true is a failure, and what is no envelope tells nothing. */
function understood(status: number, text: string, doubt: Doubt): Answered | Failure {
  const body = parsed(text)
  const said = objectIn(body)
  const well = status >= 200 && status < 300
  if (well && said.status === true) return { is: 'data', data: said.data, meta: said.meta }
  return failureIn(well && said.status !== false ? 502 : status, body, doubt)
}

/** What they ask us to wait, in milliseconds. */
function toldToWait({ headers }: Response): number {
  const told = headers.get('retry-after') ?? ''
  const until = /^\d{1,6}$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()
  return Math.max(until || 0, 0)
}

const [base, cap] = [500, 30_000]
/** Full jitter, so that all who were refused at once don't come back at once. */
const pauseBefore = (tries: number, atLeast: number) =>
  Math.max(atLeast, Math.random() * Math.min(cap, base * 2 ** (tries - 1)))

/** One line a call, without what was sent or answered: both tell of people. Their number of it is what support asks for. */
export function note(
  { name, method = 'GET' }: Pick<Call, 'name' | 'method'>,
  began: number,
  said: { is: 'data' } | Failure,
  headers?: Headers,
) {
  const ms = performance.now() - began
  const outcome = said.is === 'data' ? 'done' : said.class
  seconds.observe({ call: name, outcome }, ms / 1000)
  const theirs = headers?.get('x-paystack-request-id') ?? headers?.get('x-request-id') ?? undefined
  const how = said.is === 'data' ? (method === 'GET' ? 'debug' : 'info') : 'warn'
  const why = said.is === 'failure' ? { status: said.status, code: said.code } : {}
  log[how]({ call: name, outcome, ms: Math.round(ms), theirs: theirs?.slice(0, 100), ...why }, 'provider')
}
