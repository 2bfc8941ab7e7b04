import type { PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { idSaid, objectIn, type ProviderSaid, parsed, textIn } from '#app/platform/providers/provider-answer.ts'
import {
  type Breaker,
  type Fetch,
  heardOf,
  lost,
  newBreaker,
  note,
  overHttp,
  type ProviderAnswer,
  showCircuit,
  spared,
  toldToWait,
} from '#app/platform/providers/provider-calls.server.ts'
import { codeSaid, isOfPayer, type Meaning, meaningOf } from './answers.ts'
import type { NewToken, Tokens } from './token.server.ts'

// Calls to Safaricom's gateway: within their time, repeated only if the gateway refused the token, with a breaker of its own
// for each part of the API.

/** The parts of the API. One is suspended while the others continue. */
type Part = 'token' | 'prompt' | 'query' | 'order' | 'list' | 'doors' | 'question' | 'reversal' | 'payout'
type Call = {
  part: Part
  path: string
  body: object
  /** An order may have been carried out although its answer is lost. A question can be asked again. */
  isOrder?: boolean
}
/** A readable answer with a status from 200 to 299. */
type Answered = { is: 'said'; said: ProviderSaid }
/** `meaning`: of an error whose words say more than that it failed. */
export type GatewayFailure = PhoneFailure & { meaning?: Meaning }
export type MpesaCaller = (call: Call) => Promise<Answered | GatewayFailure>

export type Gateway = { baseUrl: string; fetch?: Fetch | undefined; breaker?: () => Breaker }
export const mpesaProvider = 'mpesa'
/** In milliseconds, with the token and the repeat. */
const within = 10_000
const restSeconds = 15

export function mpesaCaller({ baseUrl, fetch = overHttp, breaker = newBreaker }: Gateway, tokens: Tokens): MpesaCaller {
  const base = baseUrl.replace(/\/+$/, '')
  const parts = partsOf(breaker)
  return async (call) => {
    const ends = Date.now() + within
    const send = (token: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      }
      const sent = { method: 'POST' as const, headers, body: JSON.stringify(call.body), ms: ends - Date.now() }
      return once(call, () => heardOf(fetch, base + call.path, sent))
    }
    const token = await inTime(tokens.current(), ends)
    if (typeof token !== 'string') return token
    const part = parts(call.part)
    if (!part.mayCall()) return { ...spared, waitSeconds: restSeconds }
    const first = await send(token)
    if (!isTokenRefused(first)) return part.went(first)
    // A refused token means that nothing was done.
    const other = await inTime(tokens.insteadOf(token), ends)
    if (typeof other !== 'string') return part.went(other)
    const second = await send(other)
    return part.went(isTokenRefused(second) ? { ...second, class: 'config', isOfAll: true } : second)
  }
}

/** Makes tokens at the gateway, with key and secret of our app. */
export function tokenMaker(
  { baseUrl, fetch = overHttp, breaker = newBreaker }: Gateway,
  own: { key: string; secret: string },
) {
  const url = `${baseUrl.replace(/\/+$/, '')}/oauth/v1/generate?grant_type=client_credentials`
  const headers = { authorization: `Basic ${Buffer.from(`${own.key}:${own.secret}`).toString('base64')}` }
  const part = partsOf(breaker)('token')
  return async (): Promise<NewToken | PhoneFailure> => {
    if (!part.mayCall()) return { ...spared, waitSeconds: restSeconds }
    const answer = part.went(
      await once({ part: 'token' }, () => heardOf(fetch, url, { method: 'GET', headers, ms: 5000 })),
    )
    if (answer.is === 'failure') return ofToken(answer)
    const [token, seconds] = [textIn(answer.said.access_token), Number(answer.said.expires_in)]
    const isWhole = token && /^[\x21-\x7e]{1,2000}$/.test(token) && seconds > 0
    return isWhole ? { is: 'token', token, seconds: Math.min(seconds, 3600) } : mpesaUnreadable('a token')
  }
}

/** Classifies a failure: they refuse a wrong key by 400 as well as by 401, with or without words. Without a token nothing was ordered. */
const ofToken = (failure: GatewayFailure): PhoneFailure => {
  const isOurs = failure.class === 'config' || failure.status === 400 || failure.status === 401
  return isOurs ? { ...failure, class: 'config', isOfAll: true } : { ...failure, class: 'retry' }
}

function partsOf(breaker: () => Breaker) {
  const known = new Map<Part, Breaker>()
  return (name: Part) => {
    const one = known.get(name) ?? breaker()
    known.set(name, one)
    return {
      mayCall: () => one.mayCall(),
      went<Answer extends { is: 'said' } | GatewayFailure>(answer: Answer): Answer {
        one.went(!isTheirFault(answer))
        showCircuit(mpesaProvider, name, one.isOpen())
        return answer
      },
    }
  }
}
const isTheirFault = (answer: { is: 'said' } | GatewayFailure) =>
  answer.is === 'failure' && /retry|unknown/.test(answer.class) && !/open|busy/.test(answer.meaning ?? '')

/** Sends the call, parses the answer, and logs one line. */
async function once(
  { part, isOrder = false }: Pick<Call, 'part' | 'isOrder'>,
  send: () => Promise<ProviderAnswer>,
): Promise<Answered | GatewayFailure> {
  const began = performance.now()
  const heard = await send()
  const doubt = isOrder ? 'unknown' : 'retry'
  const answer = heard.is === 'lost' ? lost(heard.message, heard.reached ? doubt : 'retry') : understood(heard, doubt)
  const method = isOrder ? 'POST' : 'GET'
  note(
    { provider: mpesaProvider, name: part, method },
    began,
    answer,
    heard.is === 'heard' ? numberIn(heard.text) : null,
  )
  return answer
}

function understood(
  { status, headers, text }: ProviderAnswer & { is: 'heard' },
  doubt: Doubt,
): Answered | GatewayFailure {
  const body = parsed(text)
  const isReadable = typeof body === 'object' && body !== null && !Array.isArray(body)
  const said = objectIn(body)
  if (isReadable && status >= 200 && status < 300 && codeOf(said) === undefined) return { is: 'said', said }
  const code = codeOf(said)
  const words = wordsOf(said)
  const meaning: Meaning = status === 401 && !/apiproduct/i.test(words) ? 'no token' : meaningOf(code, words)
  return {
    is: 'failure',
    class: classOf({ status, meaning, words, isReadable }, doubt),
    status,
    code: code ?? (isReadable ? undefined : 'not_json'),
    message: words || `HTTP ${status}`,
    meaning,
    waitSeconds: waitAfter({ status, code, meaning }, toldToWait(headers)),
  }
}

type Doubt = 'retry' | 'unknown'
type Seen = { status: number; meaning: Meaning; words: string; isReadable: boolean }

function classOf({ status, meaning, words, isReadable }: Seen, doubt: Doubt): Failure['class'] {
  if (meaning === 'ours') return 'config'
  // Refused by the gateway before anything was done.
  if (meaning === 'no token' || meaning === 'too fast' || meaning === 'quota' || status === 429) return 'retry'
  if (meaning === 'none' && doubt === 'retry') return 'rejected'
  if (!isReadable || status < 400 || status === 408 || status >= 500) return doubt
  if (status === 400) return isOfPayer(words) ? 'rejected' : 'config'
  return 'config'
}

/** Returns for how many seconds to send them nothing, if they were too busy to answer. */
function waitAfter(
  { status, code, meaning }: { status: number; code: string | undefined; meaning: Meaning },
  told: number,
): number | undefined {
  if (told > 0) return Math.ceil(told / 1000)
  if (meaning === 'quota') return 60
  return meaning === 'too fast' || code === '500.003.02' || status === 429 || status === 503 ? 10 : undefined
}

const isTokenRefused = (answer: Answered | GatewayFailure): answer is GatewayFailure =>
  answer.is === 'failure' && answer.meaning === 'no token'

/** Returns the code of an error, of M-Pesa or of the gateway in front of it. */
const codeOf = (said: ProviderSaid): string | undefined =>
  codeSaid(said.errorCode) ?? codeSaid(objectIn(objectIn(said.fault).detail).errorcode)
const wordsOf = (said: ProviderSaid): string =>
  (textIn(said.errorMessage) ?? textIn(objectIn(said.fault).faultstring) ?? '').slice(0, 300)
/** Returns their number of a call, for support. */
const numberIn = (text: string): string | undefined => {
  const said = text.length < 10_000 ? objectIn(parsed(text)) : {}
  return idSaid(said.requestId) ?? idSaid(said.MerchantRequestID) ?? idSaid(said.ResponseRefID)
}

export const mpesaUnreadable = (what: string, is: Doubt = 'retry'): PhoneFailure => ({
  is: 'failure',
  class: is,
  code: 'unreadable',
  message: `the answer can't be understood: ${what}`,
})

/** Without a token in time nothing was sent. */
const inTime = <Value>(asked: Promise<Value>, ends: number): Promise<Value | PhoneFailure> => {
  let bound: NodeJS.Timeout | undefined
  const late = new Promise<PhoneFailure>((resolve) => {
    bound = setTimeout(() => resolve(lost('no token in time', 'retry')), Math.max(ends - Date.now() - 1000, 1))
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(bound))
}
