import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { type Db, thePool } from '#app/platform/db.server.ts'
import { openPaystack } from '#sandbox/paystack/paystack.ts'

// The pretend payment provider for its own tests: no sockets, a clock that stands still until it is moved.

const key = 'sk_test_only_for_these_tests'
// biome-ignore lint/suspicious/noExplicitAny: tests look into what was told
type Told = { body: { event: string; data: Record<string, any> }; raw: string; signature: string | null }

/** Opened over the database of this test file. */
export function sandboxOf(_db: Db, product: (told: Told) => number = () => 200) {
  let now = Date.parse('2026-11-20T09:00:00Z')
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
  const told: Told[] = []
  const paystack = openPaystack({
    pool: thePool,
    key: () => key,
    publicAddress: () => 'https://public.example',
    now: () => now,
    atOnce: 1,
    pause: async (ms) => clock.advance(ms),
    post: async (raw, headers) => {
      const one = { body: JSON.parse(raw), raw, signature: headers['x-paystack-signature'] ?? null }
      told.push(one)
      return product(one)
    },
  })
  const visit = { nonce: 'n0nce', address: '127.0.0.1' }
  const ask = async (method: string, path: string, body?: unknown, shown = key) => {
    const headers = { authorization: `Bearer ${shown}`, 'content-type': 'application/json' }
    const request = new Request(`http://localhost:3000/sandbox/paystack${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await paystack.answer(request, visit)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
  }
  const page = (path: string, headers: Record<string, string> = {}) =>
    paystack.answer(new Request(`http://localhost:3000/sandbox/paystack${path}`, { headers }), visit)
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    paystack.answer(
      new Request(`http://localhost:3000/sandbox/paystack${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      }),
      visit,
    )
  const pay = (code: string, form: Record<string, string>) => post(`/checkout/${code}`, form)
  /** Lets happen and delivers all that is due. */
  const tick = async () => {
    for (let i = 0; (await paystack.tick()) > 0; i++) expect(i).toBeLessThan(500)
  }
  const signed = (raw: string, by = key) => createHmac('sha512', by).update(raw).digest('hex')
  return { paystack, ask, page, post, pay, tick, told: () => told, clock, signed, key }
}
