import { Gauge, Histogram } from 'prom-client'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import type { Failure } from '#app/platform/provider.ts'
import { type Fetch, NotReached, textOfResponse } from '#app/platform/provider-http.server.ts'

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
