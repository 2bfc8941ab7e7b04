import type { Failure } from '#app/platform/providers/provider.ts'
import { objectIn, parsed } from '#app/platform/providers/provider-answer.ts'
import {
  type Breaker,
  type Fetch,
  heardOf,
  lost,
  newBreaker,
  note,
  overHttp,
  showCircuit,
  spared,
  toldToWait,
} from '#app/platform/providers/provider-calls.server.ts'
import { failureIn, type PaystackDoubt } from './answers.ts'

// Calls to Paystack: within their time, retried where a repeat does no harm, with a breaker for when Paystack does not answer.

type Call = {
  /** The name in the log and in metrics. */
  name: string
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  /** Milliseconds in all, with every retry. */
  within?: number
}
/** The `data` of the answer, and its `meta`. */
type Answered = { is: 'data'; data: unknown; meta: unknown }
export type PaystackCaller = (call: Call) => Promise<Answered | Failure>

type Options = { key: string; baseUrl: string; fetch?: Fetch | undefined; breaker?: Breaker }

const provider = 'paystack'
const mostTries = 3

export function paystackCaller({ key, baseUrl, fetch = overHttp, breaker = newBreaker() }: Options): PaystackCaller {
  const base = baseUrl.replace(/\/+$/, '')
  return async (call) => {
    const doubt: PaystackDoubt = (call.method ?? 'GET') === 'GET' ? 'retry' : 'unknown'
    const ends = Date.now() + (call.within ?? 10_000)
    for (let tries = 1; ; tries++) {
      if (!breaker.mayCall()) return spared
      const one = await once(call, { url: base + call.path, key, fetch, doubt, ms: ends - Date.now() })
      breaker.went(!one.theirFault)
      showCircuit(provider, 'all', breaker.isOpen())
      if (one.again === undefined) return one.answer
      const wait = pauseBefore(tries, one.again)
      if (tries >= mostTries || Date.now() + wait > ends - 1000) return one.answer
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** `again`: a repeat does no harm, after so many milliseconds at least. */
type Once = { answer: Answered | Failure; theirFault: boolean; again?: number }
type With = { url: string; key: string; fetch: Fetch; doubt: PaystackDoubt; ms: number }

async function once(call: Call, { url, key, fetch, doubt, ms }: With): Promise<Once> {
  const began = performance.now()
  const heard = await heardOf(fetch, url, { ...sentOf(call, key), ms })
  if (heard.is === 'lost') {
    const failure = lost(heard.message, heard.reached ? doubt : 'retry')
    note({ provider, ...call }, began, failure)
    return { answer: failure, theirFault: true, ...(failure.class === 'retry' ? { again: 0 } : {}) }
  }
  const said = understood(heard.status, heard.text, doubt)
  note({ provider, ...call }, began, said, numberOf(heard.headers))
  const theirFault = said.is === 'failure' && said.class === doubt && !/duplicate/i.test(said.message)
  const canRepeat = theirFault && (doubt === 'retry' || heard.status === 429)
  return { answer: said, theirFault, ...(canRepeat ? { again: toldToWait(heard.headers) } : {}) }
}

/** Returns their number of a call. */
const numberOf = (headers: Headers) => headers.get('x-paystack-request-id') ?? headers.get('x-request-id')

function sentOf({ method = 'GET', body }: Call, key: string) {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...json }
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

/** Reads their envelope: a 2xx whose status is not true is a failure, and an answer without envelope tells nothing. */
function understood(status: number, text: string, doubt: PaystackDoubt): Answered | Failure {
  const body = parsed(text)
  const said = objectIn(body)
  const well = status >= 200 && status < 300
  if (well && said.status === true) return { is: 'data', data: said.data, meta: said.meta }
  return failureIn(well && said.status !== false ? 502 : status, body, doubt)
}

const [base, cap] = [500, 30_000]
/** Full jitter, so that callers refused at the same moment don't return at the same moment. */
const pauseBefore = (tries: number, atLeast: number) =>
  Math.max(atLeast, Math.random() * Math.min(cap, base * 2 ** (tries - 1)))
