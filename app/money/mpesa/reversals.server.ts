import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { before, gaveBack } from './book.server.ts'
import { initiatorRefusals, isResting, registerRequest, sendRequest } from './requests.server.ts'

// Orders to M-Pesa to give a payment back, and what became of each. The order is stored before it is sent, and its end is
// posted to an address that only this order has. M-Pesa gives a payment back once, so an order whose end is not known is given
// again.

/**
 * `done`: it went back, under this code if it is told. `before`: it had gone back already. `short`: our account there holds too
 * little. `ours`: our initiator is not accepted, so nothing was done. `unknown`: nothing is known yet.
 */
type OrderEnd = 'done' | 'before' | 'short' | 'ours' | 'refused' | 'unknown'
type Order = { id: number; end: OrderEnd; code: string | null; back: string | null; isNews: boolean }

/** The pause before the next order if our account there holds too little: each answer wakes us at once. */
export const shortPause = sql`interval '5 minutes'`

/** The cause of an order: the refund of a payment, or money without a place that goes back, and since when it does. */
type Cause = { refund: number } | { unplaced: number; since?: number }
type Back = { receipt: string; cause: Cause }

registerRequest('reversal', {
  factsOf: ({ receipt }) => ({ back: receipt }),
  answered: (db, { facts }) => reversalAnswered(db, facts as Cause),
})

/** Leaves the booking to the job of the refund, or of the return. Should this process die now, cron starts that job. */
const reversalAnswered = (db: Db, cause: Cause) =>
  'refund' in cause
    ? enqueue(db, 'send-refund', { reversalId: cause.refund }, { key: String(cause.refund) })
    : enqueue(db, 'send-return', { suspenseId: cause.unplaced }, { key: String(cause.unplaced) })

/** Lists all orders for one cause, the first one first. */
export async function ordersOf(db: Db | Tx, { receipt, cause }: Back): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select id, code, facts ->> 'back' as back, case
        when state = 'answered' and code = '0' then 'done'
        when state = 'answered' and code = ${before} then 'before'
        when state = 'answered' and code = '1' then 'short'
        when (state = 'answered' and code = any(${initiatorRefusals}::text[])) or facts ->> 'isRefused' = 'true' then 'ours'
        when state = 'answered' or facts ->> 'isRejected' = 'true' then 'refused'
        else 'unknown' end as end,
      coalesce(answered_at > now() - ${shortPause}, false) as "isNews"
    from mpesa_asks where what = 'reversal' and subject = ${receipt} and facts @> ${JSON.stringify(cause)}::jsonb
    order by id`.execute(db)
  return rows
}

/** True if M-Pesa can be asked to give back what was paid to us. */
export const reverses = (): boolean => mobileMoney()?.capabilities().reverses ?? false

type Step = { is: 'order' | 'wait' | 'rest'; isShort: boolean } | { is: 'by hand'; why: string }
type Asking = {
  receipt: string | null
  cause: Cause
  /** True if it is so old that its code will not come any more. */
  isOld: boolean
}

/** Returns the next step for money that is to go back whole. `rest`: our initiator is not accepted. */
export async function nextStep(db: Db, { receipt, cause, isOld }: Asking): Promise<Step> {
  if (!reverses()) return { is: 'by hand', why: 'not set up' }
  // The code may come yet: without one nothing can be reversed.
  if (!receipt) return isOld ? { is: 'by hand', why: 'no code' } : { is: 'wait', isShort: false }
  const last = (await ordersOf(db, { receipt, cause })).at(-1)
  if (last?.end === 'refused') return { is: 'by hand', why: last.code ?? 'refused' }
  if (await wasOtherOrdered(db, { receipt, cause })) return { is: 'by hand', why: otherCode }
  const isShort = last?.end === 'short'
  if (isShort && last.isNews) return { is: 'wait', isShort }
  return { is: (await isResting(db)) ? 'rest' : 'order', isShort }
}

/** The reason for a person to look: its request was paid twice, and has the code of the other payment by now. */
export const otherCode = 'another code'

/** True if another payment was ordered back for this, and went back or may have: then a second one stays here. */
async function wasOtherOrdered(db: Db, { receipt, cause }: Back): Promise<boolean> {
  const { rows } = await sql`
    select from mpesa_asks where what = 'reversal' and subject <> ${receipt} and facts @> ${JSON.stringify(cause)}::jsonb
      and (state <> 'answered' or ${gaveBack()}) and not (facts ?| array['isRefused', 'isRejected']) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Orders it back, unless an order of the same payment was given a moment ago. */
export async function orderBack(db: Db, { receipt, cents, cause }: Back & { cents: number }): Promise<void> {
  const rail = mobileMoney()
  if (!rail) return
  await sendRequest(db, { what: 'reversal', subject: receipt, facts: cause }, async (hearAt) => {
    const answer = await rail.reverse({ receipt, cents, hearAt })
    if (answer.is === 'taken') return { is: 'asked', id: answer.id }
    if (answer.is === 'failure') return answer
    await sql`update mpesa_asks set state = 'answered', answered_at = now(), code = ${before}
      where what = 'reversal' and subject = ${receipt} and state = 'open'`.execute(db)
    return { is: 'over' }
  })
}

/** Marks the code of a payment that went back wholly: it is of no gift any more. */
export const receiptWentBack = async (tx: Tx, paymentId: number): Promise<void> =>
  void (await tx
    .updateTable('mpesa_receipts')
    .set({ state: 'reversed' })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'placed')
    .execute())
