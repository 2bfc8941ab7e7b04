import { db, thePool } from '#app/platform/db.server.ts'
import { tokenMaker } from '#app/platform/mpesa/calls.server.ts'
import { daraja as adapter } from '#app/platform/mpesa/daraja.server.ts'
import { sandboxDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import { sharedTokens } from '#app/platform/mpesa/token.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { HangUp } from '#sandbox/bodies.ts'
import { openDaraja } from '#sandbox/daraja/daraja.ts'
import type { NewFault } from '#sandbox/faults.ts'

// The pretend M-Pesa inside a test: no sockets, its clock stands still until it is moved, and what it tells the product
// goes into a function.

type Said = { address: string; raw: string }
type Heard = number | { status: number; text: string }
type Options = {
  /** Everything it makes up follows from this. */
  seed?: string
  /** Takes what is posted to us and says the status of our answer. Without it everything is kept only. */
  hear?: (said: Said) => Heard | Promise<Heard>
  start?: string
  /** The clock that it is on; without one it has its own, which begins at `start`. */
  clock?: Movable
  /** What goes on in the world while an answer of its is late, or is lost in the end. */
  meanwhile?: () => Promise<unknown>
  /** Of the keys that are ours there, those that are others. */
  ours?: Partial<ReturnType<typeof sandboxDaraja>>
}
type Movable = { now: () => Date; advance: (ms: number) => void }
// biome-ignore lint/suspicious/noExplicitAny: tests look into what was told
export type Told = Said & { body: Record<string, any>; status: number }

export const darajaAt = 'http://localhost/sandbox/daraja'
const visit = { nonce: 'n0nce', address: '127.0.0.1' }

/** Opens it over the database of this test file. */
export async function pretendedDaraja({ seed = 'a seed', hear, start = '2026-11-20T09:00:00Z', ...own }: Options = {}) {
  const told: Told[] = []
  const clock = own.clock ?? clockFrom(start)
  const keys = { ...sandboxDaraja('the secret of this test'), ...own.ours }
  const daraja = openDaraja({
    pool: thePool,
    keys: () => keys,
    now: () => clock.now().getTime(),
    atOnce: 1,
    pause: async (ms, isDone) => {
      clock.advance(ms)
      if (isDone) await own.meanwhile?.()
    },
    post: async (address, raw) => {
      const heard = (await hear?.({ address, raw })) ?? 200
      const answer = typeof heard === 'number' ? { status: heard, text: '' } : heard
      told.push({ address, raw, body: JSON.parse(raw), status: answer.status })
      return answer
    },
  })
  await daraja.control('reset', { seed })
  const fetch = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    try {
      const { method, headers, body } = init
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
      return await daraja.answer(request, visit)
    } catch (error) {
      if (error instanceof HangUp) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
      throw error
    }
  }
  /** A page of a pretend phone, or a press of one of its buttons. */
  const page = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const init = form ? { method: 'POST', body: new URLSearchParams(form), headers } : { headers }
    return daraja.phone(new Request(`http://localhost:3000/sandbox/phone${path}`, init), visit)
  }
  return {
    daraja,
    page,
    keys,
    fetch,
    clock,
    told: () => told,
    control: daraja.control,
    /** Puts something in the way: `{ endpoint: 'prompt', fault: 'lost-answer' }`; sandbox/README.md lists them. */
    fault: (fault: NewFault) => daraja.control('faults', fault),
    /** The person with the phone: `press('0712 345 678', { pin: '1234' })`, `{ cancel: true }` or `{ runOut: true }`. */
    press: (number: string, what: { pin: string } | { cancel: true } | { runOut: true }) =>
      daraja.control('press', { number, ...what }) as Promise<{ code?: number; error?: string }>,
    /** Lets happen and delivers all that is due now. */
    tick: async () => {
      for (let rounds = 0; (await daraja.tick()) > 0; rounds++) if (rounds > 10_000) throw new Error('it never ends')
    },
  }
}

/** `advance` moves the time of M-Pesa; `tick` lets happen what is due then. */
function clockFrom(start: string): Movable {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
  }
}

/** Calls as a program that knows the keys makes them. */
export function programOf({ fetch, keys, clock }: Awaited<ReturnType<typeof pretendedDaraja>>) {
  let token = ''
  const asked = async (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const answer = await fetch(`${darajaAt}${path}`, init)
    const text = await answer.text()
    return { status: answer.status, text, json: JSON.parse(text) }
  }
  const generate = async (key = keys.key, secret = keys.secret, grant = 'client_credentials') => {
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const answer = await asked(`/oauth/v1/generate?grant_type=${grant}`, { method: 'GET', headers: { authorization } })
    token = answer.json.access_token ?? token
    return answer
  }
  const send = async (path: string, body: unknown, by?: string) => {
    if (!token && by === undefined) await generate()
    const headers = { authorization: `Bearer ${by ?? token}`, 'content-type': 'application/json' }
    return asked(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  }
  const stamp = '20261120120000'
  const password = Buffer.from(`${keys.shortcode}${keys.passkey}${stamp}`).toString('base64')
  const ours = { BusinessShortCode: keys.shortcode, Password: password, Timestamp: stamp }
  const push = (phone: string, more: Record<string, unknown> = {}) =>
    send('/mpesa/stkpush/v1/processrequest', {
      ...ours,
      TransactionType: 'CustomerPayBillOnline',
      Amount: 500,
      PartyA: phone,
      PartyB: keys.shortcode,
      PhoneNumber: phone,
      CallBackURL: 'https://harambee.example/hooks/m/abc',
      AccountReference: 'HEAL7K2Q',
      TransactionDesc: 'Harambee',
      ...more,
    })
  const query = (CheckoutRequestID: string, more: Record<string, unknown> = {}) =>
    send('/mpesa/stkpushquery/v1/query', { ...ours, CheckoutRequestID, ...more })
  return { generate, send, push, query, ours, clock }
}

type Gateway = Parameters<typeof adapter>[0]

/** The real adapter, which speaks to this M-Pesa: phones are asked by it. */
export async function adapterTo(
  { fetch, clock, keys }: Awaited<ReturnType<typeof pretendedDaraja>>,
  own: Partial<Gateway> = {},
) {
  await db.deleteFrom('mpesa_token').execute()
  const gateway = { baseUrl: darajaAt, fetch }
  const token = sharedTokens({ db, of: keys.key, secret: 'a secret', make: tokenMaker(gateway, keys) })
  const usual = { ...keys, kind: 'paybill' as const, hearOrigin: 'http://localhost' }
  const rail = adapter({ ...gateway, ...usual, ...own, token, now: clock.now })
  useMobileMoney(rail)
  return rail
}
