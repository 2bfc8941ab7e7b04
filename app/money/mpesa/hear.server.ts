import { Counter } from 'prom-client'
import { underWay } from '#app/money/payments/events.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import { hearOfAsk } from './asks.server.ts'
import { placeReceipt } from './credit.server.ts'
import { doorOf } from './doors.server.ts'
import { hasCodeWithoutPlace, keepTold, requestAt } from './hear-together.server.ts'
import { type HeardOf, hearOfPayIn, type On } from './pay-in.server.ts'
import { hashOfToken } from './secret-address.server.ts'
import { hearOfSent } from './sent.server.ts'
import { lookInto } from './told.server.ts'

// What M-Pesa posts to our secret addresses. It proves nothing: it makes us ask, and names the code to look for.

const heard = new Counter({
  name: 'mpesa_told_total',
  help: 'What was posted to us by M-Pesa: stored, for another request, not to be understood, to no address of ours, and our verdicts',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

const shape = /^[0-9a-f]{64}$/

/**
 * What was posted to a secret address of ours: about a request on a phone, about a
 * payment that nobody was asked for, about money that we had sent, or in answer to a question of ours. `quick`: connections on
 * which is only looked up whether a payment is taken, so that its payer waits for no work and for no lock.
 */
export async function hearOfMpesa(db: Db, token: string, raw: Uint8Array, quick = db): Promise<Response> {
  const answered = shape.test(token) ? await underWay('told', heardOf({ db, quick }, token, raw)) : undefined
  const { status, outcome, body } = answered ?? nowhere
  heard.inc({ outcome })
  return body ? Response.json(body, { status }) : new Response(null, { status })
}

const heardOf = async (on: On, token: string, raw: Uint8Array): Promise<HeardOf | undefined> =>
  (await hear(on, token, raw)) ?? (await hearOfSent(on.db, token, raw)) ?? (await hearOfAsk(on.db, token, raw))

async function hear(on: On, token: string, raw: Uint8Array): Promise<HeardOf | undefined> {
  const rail = mobileMoney()
  const purpose = await doorOf(on.quick, token)
  const payIn = rail && purpose ? await hearOfPayIn(on, rail, purpose, raw) : undefined
  return payIn ?? storeTold(on.db, token, raw)
}
const nowhere: HeardOf = { status: 404, outcome: 'nowhere' }

async function storeTold(db: Db, token: string, raw: Uint8Array): Promise<HeardOf | undefined> {
  const prompt = await requestAt(db, hashOfToken(token))
  if (!prompt) return undefined
  const told = mobileMoney()?.readPrompt(raw)
  if (!told || told.is === 'garbage') return { status: 200, outcome: 'garbage' }
  // The address was of this request; a body that names another is not believed, and is told to those who watch.
  if (prompt.checkout !== null && told.id !== prompt.checkout) {
    log.warn({ prompt: prompt.id }, 'what was posted about a request names another one')
    return { status: 200, outcome: 'another' }
  }
  const isNews = prompt.told !== told.state && prompt.state !== 'paid'
  const receipt = told.state === 'paid' ? told.receipt : null
  await keepTold(db, { promptId: prompt.id, told: told.state, receipt })
  // Its money was booked by a question before; the code only now has a place.
  if (prompt.state === 'paid' && (await hasCodeWithoutPlace(db, prompt.id))) await placeReceipt(db, prompt.id, 'query')
  // The answer does not wait for the question. One that can't be asked about is looked for in M-Pesa's list.
  if (isNews) await lookInto(db, prompt.checkout ? prompt.id : null)
  return { status: 200, outcome: 'stored' }
}
