import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { codeField } from '#app/money/mpesa/claim-forms.ts'
import { giveUpRefund, recordSent } from '#app/money/refunds/refund-by-admin.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { type ByHand, byHandTexts, givenUp, sent } from './by-hand.ts'
import { explained } from './send-back.server.ts'

// Administrators' decisions on refunds that only a hand can send: sent under this code, or not sent.

type Waiting = ByHand & { id: number; refund: number; reference: string }

const waiting = (db: Db | Tx, paymentId: number) =>
  db
    .selectFrom('reversals as v')
    .innerJoin('payments as p', 'p.id', 'v.payment_id')
    .leftJoin('mpesa_receipts as r', 'r.payment_id', 'p.id')
    .where('p.id', '=', paymentId)
    .where('v.kind', '=', 'refund')
    .where('v.state', '=', 'open')
    .where('v.progress', '=', 'by hand')
    .select(['p.id', 'p.reference', 'p.amount as paid', 'v.id as refund', 'v.amount', 'r.receipt'])
    .executeTakeFirst()

const asSeen = ({ paid, ...one }: NonNullable<Awaited<ReturnType<typeof waiting>>>): Waiting => ({
  ...one,
  isWhole: one.amount === paid,
})

/** Returns what the dialogs show; a 404 where nothing waits. */
export async function byHandAt(db: Db, payment: string): Promise<ByHand> {
  const found = await waiting(db, numberIn(payment))
  if (!found) throw data(null, { status: 404 })
  const { amount, receipt, isWhole } = asSeen(found)
  return { amount, receipt, isWhole }
}

/** The refund to decide on. A second administrator waits for the payment, and is told that the first has decided. */
const refundByHand: About<number, Waiting> = {
  noun: 'donation',
  at: ({ params }) => numberIn(params.payment),
  async find(tx, id) {
    const payment = tx.selectFrom('payments').where('id', '=', id).where('kind', '=', 'donation').select('id')
    if (!(await payment.forUpdate().executeTakeFirst())) throw new Refusal(byHandTexts.missing, { status: 404 })
    const found = await waiting(tx, id)
    if (!found) throw new Refusal(byHandTexts.meanwhile)
    return asSeen(found)
  },
}

/** The decision that it was sent from M-Pesa's portal, under this code. */
export const recordRefund = decision({
  of: refundByHand,
  act: 'refund sent by hand',
  words: sent,
  form: decisionForm.extend({ code: codeField }),
  async run(tx, { refund, reference, amount }, { code, by }) {
    if (await isPaymentToUs(tx, code)) throw new Refusal(byHandTexts.codeCame, { status: 422, field: 'code' })
    if (await isReturn(tx, code)) throw new Refusal(byHandTexts.codeUsed, { status: 422, field: 'code' })
    await recordSent(tx, reference, { id: refund, code, amount })
    await explained(tx, { code, amount, by })
    return { after: { refund, amount, code } }
  },
})

/** The decision that it was not sent after all. */
export const cancelRefund = decision({
  of: refundByHand,
  act: 'refund cancelled',
  words: givenUp,
  async run(tx, { refund, amount }) {
    await giveUpRefund(tx, refund)
    return { after: { refund, amount } }
  },
})

const isPaymentToUs = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.selectFrom('mpesa_receipts').where('receipt', '=', code).select('receipt').executeTakeFirst()) !== undefined

async function isReturn(tx: Tx, code: string): Promise<boolean> {
  const unplaced = tx.selectFrom('suspense_returns').where('receipt', '=', code).select('receipt')
  const refunded = tx
    .selectFrom('reversals')
    .where('provider', '=', 'mpesa')
    .where('kind', '=', 'refund')
    .where('ext_id', '=', code)
    .select('id')
  return (await unplaced.executeTakeFirst()) !== undefined || (await refunded.executeTakeFirst()) !== undefined
}
