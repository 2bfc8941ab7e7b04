import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { Gauge, Histogram } from 'prom-client'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import type { Failure } from './provider.ts'

// The common parts of calls to every payment provider: metrics, the log line, and failed calls.

const seconds = new Histogram({
  name: 'provider_call_duration_seconds',
  help: 'Time of one call to a payment provider, by provider, call and what came of it',
  labelNames: ['provider', 'call', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
})
const open = new Gauge({
  name: 'provider_circuit_open',
  help: '1 while a part of a payment provider is spared because too many calls failed',
  labelNames: ['provider', 'part'] as const,
  registers: [metrics],
})

type Call = { provider: string; name: string; method?: 'GET' | 'POST' | 'PUT' | undefined }

/** Logs one line per call, without its request and answer: both are about people. Support asks for the provider's id of it. */
export function note(
  { provider, name, method = 'GET' }: Call,
  began: number,
  said: { is: string } | Failure,
  theirs?: string | null,
) {
  const ms = performance.now() - began
  const failure = said.is === 'failure' ? (said as Failure) : undefined
  const outcome = failure?.class ?? 'done'
  seconds.observe({ provider, call: name, outcome }, ms / 1000)
  const how = failure ? 'warn' : method === 'GET' ? 'debug' : 'info'
  const why = failure ? { status: failure.status, code: failure.code } : {}
  log[how](
    { provider, call: name, outcome, ms: Math.round(ms), theirs: theirs?.slice(0, 100) ?? undefined, ...why },
    'provider',
  )
}

/** Reports to the metrics whether calls to this part are suspended. */
export const showCircuit = (provider: string, part: string, isOpen: boolean): void =>
  open.set({ provider, part }, isOpen ? 1 : 0)

export const spared: Failure = {
  is: 'failure',
  class: 'retry',
  code: 'circuit_open',
  message: 'the provider does not answer, so it was not asked',
}

/** A whole answer, or the reason why there is none. `reached`: the request may have been carried out. */
export type ProviderAnswer =
  | { is: 'heard'; status: number; headers: Headers; text: string }
  | { is: 'lost'; reached: boolean; message: string }

export async function heardOf(
  fetch: Fetch,
  url: string,
  { ms, ...sent }: Omit<Parameters<Fetch>[1], 'signal'> & { ms: number },
): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(Math.max(1, ms))
  try {
    const answer = await fetch(url, { ...sent, signal })
    return { is: 'heard', status: answer.status, headers: answer.headers, text: await textOfResponse(answer, signal) }
  } catch (error) {
    const { message, name } = error as Error
    return { is: 'lost', reached: !(error instanceof NotReached), message: (message || name).slice(0, 200) }
  }
}

export const lost = (message: string, is: Failure['class']): Failure => ({
  is: 'failure',
  class: is,
  code: 'no_answer',
  message,
})

/** Returns how long they ask us to wait, in milliseconds. */
export function toldToWait(headers: Headers): number {
  const told = headers.get('retry-after') ?? ''
  const until = /^\d{1,6}$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()
  return Math.max(until || 0, 0)
}

// A circuit breaker for a service that does not answer: after many failures it spares everybody the wait.

type Options = { of?: number; most?: number; rest?: number; now?: () => number }

/**
 * Makes a breaker. Opens once `most` of the last `of` calls failed. After `rest` milliseconds one trial call is allowed;
 * if it goes well, all are, and if not, the backoff starts again.
 */
export function newBreaker({ of = 20, most = 10, rest = 15_000, now = Date.now }: Options = {}) {
  let last: boolean[] = []
  let openSince: number | undefined
  let trying: number | undefined
  return {
    isOpen: () => openSince !== undefined,
    /** True when a call may be made. The caller of an allowed call reports its result. */
    mayCall(): boolean {
      if (openSince === undefined) return true
      // A trial call that never reported its result must not block all others for ever.
      if (now() - openSince < rest || (trying !== undefined && now() - trying < 4 * rest)) return false
      trying = now()
      return true
    },
    went(well: boolean) {
      if (openSince !== undefined) {
        // Calls from before it opened report late and add nothing new.
        if (trying === undefined) return
        trying = undefined
        openSince = well ? undefined : now()
        last = []
        return
      }
      last = [...last, well].slice(-of)
      if (last.filter((one) => !one).length < most) return
      openSince = now()
    },
  }
}
export type Breaker = ReturnType<typeof newBreaker>

// One HTTP exchange with the provider, with bounds: for connecting, for the whole, and for the size of the answer.

type Sent = {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}
/** The part of the platform's `fetch` that is used. Tests may bring another. */
export type Fetch = (url: string, sent: Sent) => Promise<Response>

const mostBytes = 2 * 1024 * 1024
const longestConnect = 3000

/** The provider was never reached, so the request was not carried out. */
export class NotReached extends Error {}

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 32 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 32, minVersion: 'TLSv1.2' }),
}

/** `fetch` over node's own client, which can tell a failed connection from a missing answer. */
export const overHttp: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const to = new URL(url)
    const plain = to.protocol === 'http:'
    const agent = agents[plain ? 'http:' : 'https:']
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = (plain ? http : https).request(to, { method, agent, headers: { ...headers, ...length }, signal })
    let connected = false
    const late = setTimeout(() => asking.destroy(new Error('no connection in time')), longestConnect)
    const reached = () => {
      connected = true
      clearTimeout(late)
    }
    asking.on('socket', (socket) => {
      if (asking.reusedSocket || (!socket.connecting && plain)) reached()
      else socket.once(plain ? 'connect' : 'secureConnect', reached)
    })
    asking.on('error', (error) => {
      clearTimeout(late)
      reject(connected ? error : new NotReached(error.message))
    })
    asking.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      if (status < 200 || status > 599) return void asking.destroy(new Error('no status'))
      const kept = Object.entries(answer.headersDistinct).map(
        ([name, values]) => [name, values!.join(', ')] as [string, string],
      )
      const isEmpty = status === 204 || status === 205 || status === 304
      if (isEmpty) answer.resume()
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
      resolve(new Response(stream, { status, headers: kept }))
    })
    asking.end(body)
  })

/** Reads the whole text of an answer. Throws when it is too large, or does not end in time. */
export async function textOfResponse(answer: Response, signal: AbortSignal): Promise<string> {
  if (!answer.body) return ''
  const reader = answer.body.getReader()
  const end = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) throw new Error('no whole answer in time')
      if (done) return Buffer.concat(chunks, size).toString('utf8')
      size += value.length
      if (size > mostBytes) throw new Error('the answer is too large')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
