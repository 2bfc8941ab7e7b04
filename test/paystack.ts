import { thePool } from '#app/platform/db.server.ts'
import { paystack } from '#app/platform/paystack/paystack.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import { HangUp } from '#sandbox/bodies.ts'
import type { NewFault } from '#sandbox/faults.ts'

import { openPaystack } from '#sandbox/paystack/paystack.ts'

// The pretend payment provider inside a test: the real adapter talks to it without a socket, its clock stands still until
// it is moved, and what it tells us goes into a function.

type Options = {
  /** Everything it makes up follows from this. */
  seed?: string
  /** Takes a webhook and says the status of our answer. Without it they are kept only. */
  hear?: (raw: Uint8Array, headers: Headers) => Promise<number>
  start?: string
}
export type Told = { event: string; raw: string; headers: Headers; status: number }

const key = 'sk_test_pretended_in_this_test'
const base = 'http://localhost/sandbox/paystack'

/** Opens it over the database of this test file and chooses it as the product's provider. */
export async function pretendedPaystack({ seed = 'a seed', hear, start = '2026-11-20T09:00:00Z' }: Options = {}) {
  let now = Date.parse(start)
  const told: Told[] = []
  const clock = {
    now: () => new Date(now),
    /** Moves the provider's time; `tick` lets happen what is due then. */
    advance: (ms: number) => {
      now += ms
    },
  }
  const world = openPaystack({
    pool: thePool,
    key: () => key,
    publicAddress: () => 'http://localhost',
    now: () => now,
    atOnce: 1,
    pause: async (ms) => clock.advance(ms),
    post: async (raw, sent) => {
      const headers = new Headers(sent)
      const status = hear ? await hear(Buffer.from(raw), headers) : 200
      told.push({ event: JSON.parse(raw).event, raw, headers, status })
      return status
    },
  })
  await world.control('reset', { seed })
  const fetch = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    try {
      const { method, headers, body } = init
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
      return await world.answer(request, { nonce: '', address: '127.0.0.1' })
    } catch (error) {
      if (error instanceof HangUp) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
      throw error
    }
  }
  /** The adapter as a new process would have it: it remembers nothing. */
  const again = () => paystack({ key, baseUrl: base, fetch, now: clock.now })
  const provider = again()
  useProvider(provider)
  return {
    provider,
    again,
    fetch,
    clock,
    key,
    told: () => told,
    control: world.control,
    /** Puts something in the way: `{ endpoint: 'transfer', fault: 'lost-answer', times: 3 }`; sandbox/README.md lists them. */
    fault: (fault: NewFault) => world.control('faults', fault),
    /** Pays a payment that was begun, as a payer on the hosted page does; by M-PESA's test number if not said. */
    pay: (reference: string, by: { phone: string } | { card: string } | { bank: true } = { phone: '0710000000' }) =>
      world.control('pay', { reference, ...by }) as Promise<{ status: string }>,
    /** Lets happen and delivers all that is due now. */
    tick: async () => {
      for (let rounds = 0; (await world.tick()) > 0; rounds++) if (rounds > 10_000) throw new Error('it never ends')
    },
  }
}
