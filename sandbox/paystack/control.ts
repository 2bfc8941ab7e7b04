import { textOf } from '../bodies.ts'
import { all, one, together } from '../database.ts'
import { faultProblem, type NewFault } from '../faults.ts'
import { type Controls, type Done, done, refused } from '../steering.ts'
import * as disputes from './disputes.ts'
import { callFaults, faults, webhookFaultNames } from './faults.ts'
import { endpoints } from './lines.ts'
import { type Channel, cardOf, cardOutcome, phoneOf, phoneOutcome } from './outcomes.ts'
import { attempt, changeBalance } from './pay.ts'
import { initialize, paymentOf } from './payments.ts'
import * as refunds from './refunds.ts'
import * as transfers from './transfers.ts'
import { deliverDue, sendAgain } from './webhooks.ts'
import type { Scene } from './world.ts'

// What tests and people on this machine can make the pretend provider do. Each answers JSON.

type Body = Record<string, unknown>

/** By path below /__sandbox/. */
export const controls: Controls<Scene> = {
  faults: async ({ world }, body) => {
    const problem = problemWith(body)
    return problem ? refused(problem) : done(await faults.add(world.pool(), body as NewFault))
  },
  'faults/clear': async ({ world }) => done({ cleared: Boolean(await faults.clear(world.pool())) }),
  clock: async (scene, { advanceMs, aheadMs }) => {
    const way = Number.isSafeInteger(aheadMs) ? 'aheadMs' : Number.isSafeInteger(advanceMs) ? 'advanceMs' : undefined
    if (!way) return refused('advanceMs or aheadMs is a whole number of milliseconds')
    await scene.world
      .pool()
      .query(
        `update sandbox.paystack_state set clock_ahead_ms = $1::bigint + case when $2 then clock_ahead_ms else 0 end`,
        [way === 'aheadMs' ? aheadMs : advanceMs, way === 'advanceMs'],
      )
    scene.world.onDue()
    return done(await state(scene))
  },
  settings: async (scene, { seed, timeScale }) => {
    if (timeScale !== undefined && !(typeof timeScale === 'number' && timeScale > 0))
      return refused('timeScale is above 0')
    await scene.world
      .pool()
      .query('update sandbox.paystack_state set seed = coalesce($1, seed), time_scale = coalesce($2, time_scale)', [
        textOf(seed) ?? null,
        timeScale ?? null,
      ])
    return done(await state(scene))
  },
  reset: async (scene, { seed }) => {
    await reset(scene, textOf(seed))
    return done(await state(scene))
  },
  tick: async ({ world }) => done({ delivered: await deliverDue(world) }),
  begin: async (scene, body) => {
    const answer = await initialize(scene, body)
    return { status: answer.status, body: answer.body }
  },
  pay: async (scene, body) => pay(scene, body),
  'top-up': async ({ world }, { cents }) => {
    if (!Number.isSafeInteger(cents)) return refused('cents is a whole number')
    await changeBalance(world.pool(), cents as number)
    return done({ added: cents })
  },
  'webhooks/again': async (scene, { subject, id }) => {
    const sent = await sendAgain(scene, { id: textOf(id), subject: textOf(subject) })
    return sent ? done({ sent }) : refused('there is no such webhook')
  },
  dispute: async (scene, { reference, amount, category }) => {
    const id = await disputes.open(scene, textOf(reference) ?? '', {
      amount: Number.isSafeInteger(amount) ? (amount as number) : undefined,
      category: category === 'fraud' ? 'fraud' : 'chargeback',
    })
    return id ? done({ id }) : refused('no such payment is paid and without a dispute')
  },
  'dispute/resolve': async (scene, body) => {
    const answer = await disputes.resolveByHand(scene, textOf(body.id) ?? '', {
      message: 'Resolved in the sandbox',
      ...body,
    })
    return { status: answer.status, body: answer.body }
  },
  transfer: async (scene, { id, becomes }) => {
    const isState = becomes === 'success' || becomes === 'failed' || becomes === 'reversed'
    if (!isState) return refused('becomes is success, failed or reversed')
    const went = await together(scene.world, (tx) => transfers.become(scene, tx, textOf(id) ?? '', becomes))
    return went ? done({ becomes }) : refused('there is no such transfer that can become that')
  },
  refund: async (scene, { reference, amount }) => {
    const answer = await refunds.create(scene, { transaction: textOf(reference), ...(amount ? { amount } : {}) })
    return { status: answer.status, body: answer.body }
  },
}

const isEvent = (endpoint: string) => endpoint === 'webhook' || /^(charge|transfer|refund)\./.test(endpoint)

const problemWith = (body: Body) =>
  faultProblem(body, {
    names: (endpoint) => (isEvent(endpoint) ? webhookFaultNames : callFaults),
    endpoints: isEvent(String(body.endpoint)) ? new Set([String(body.endpoint)]) : endpoints,
    others: 'webhook, an event',
  })

/** What it knows, in figures. */
export async function state({ world }: Scene) {
  const pool = world.pool()
  const row = await one<{ seed: string; ahead: number; scale: number | null; balance: number }>(
    pool,
    `select seed, clock_ahead_ms::float8 as ahead, time_scale as scale, balance::float8 as balance
     from sandbox.paystack_state`,
  )
  const counts = await all<{ what: string; status: string; n: number }>(
    pool,
    `select 'payments' as what, status, count(*)::float8 as n from sandbox.paystack_payments group by status
     union all select 'transfers', status, count(*)::float8 from sandbox.paystack_transfers group by status
     union all select 'refunds', status, count(*)::float8 from sandbox.paystack_refunds group by status
     union all select 'disputes', status, count(*)::float8 from sandbox.paystack_disputes group by status
     union all select 'webhooks', state, count(*)::float8 from sandbox.paystack_webhooks group by state
     order by 1, 2`,
  )
  const of: Record<string, Record<string, number>> = {}
  for (const { what, status, n } of counts) of[what] = { ...of[what], [status]: n }
  const { seed, ahead, scale, balance } = row!
  const now = new Date(world.now() + ahead).toISOString()
  return { now, seed, aheadMs: ahead, timeScale: scale ?? world.scale, balance, faults: await faults.list(pool), ...of }
}

/** Forgets everything; with a seed, what comes follows from it alone. */
async function reset({ world }: Scene, seed: string | undefined) {
  const tables = ['later', 'webhooks', 'faults', 'disputes', 'refunds', 'transfers', 'recipients', 'payments']
  for (const table of tables) await world.pool().query(`delete from sandbox.paystack_${table}`)
  await world.pool().query(
    `update sandbox.paystack_state set clock_ahead_ms = 0, balance = 0, seed = coalesce($1, seed),
         numbers_from = case when $1 is null then numbers_from else (select last_value from sandbox.paystack_numbers) end,
         calls_from = case when $1 is null then calls_from else (select last_value from sandbox.paystack_calls) end`,
    [seed ?? null],
  )
}

/** Pays as the hosted page would: by phone, by card or by bank. */
async function pay(scene: Scene, body: Body): Promise<Done> {
  const payment = await paymentOf(scene.world.pool(), 'reference', textOf(body.reference) ?? '')
  if (!payment) return refused('there is no such payment')
  const [nine, card] = [phoneOf(textOf(body.phone) ?? ''), cardOf(textOf(body.card) ?? '')]
  const channel: Channel = card ? 'card' : nine ? 'mobile_money' : 'bank_transfer'
  const last4 = card?.slice(-4) ?? nine?.slice(-4) ?? '0000'
  const outcome = card ? cardOutcome(card) : nine ? phoneOutcome(nine) : ({ is: 'success', told: 'usual' } as const)
  const paidWith = { bin: card?.slice(0, 6) ?? '', last4, brand: card ? 'visa' : 'M-pesa', bank: 'TEST BANK' }
  const { payment: now, first } = await attempt(scene, payment.access_code, { channel, paidWith, outcome })
  if (first.length > 0) await deliverDue(scene.world, first)
  return done({ status: now.status })
}
