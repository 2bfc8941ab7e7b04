import { sql } from 'kysely'
import { discrepanciesDecided } from '#app/base/ledger/books.server.ts'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { kindOfPayment } from '#app/money/payments/paid-for.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { isMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { refundTexts } from './refund.ts'
import { bookBack, lockPaid, refundOpen } from './reversal.server.ts'

// Requests for money to go back. The job that this leaves behind asks the provider.

type Refund = {
  amount?: number
  by: string | null
  note?: string
  /** The form's own key, and the amount that it showed as left to refund. */
  form?: { key: string; left: number }
}

/** Opens a refund before the provider is asked, and with it the job that asks. */
export const askRefund = (db: Db, reference: string, refund: Refund): Promise<{ id: number; amount: number }> =>
  inOneGo(db, (tx) => fileRefund(tx, reference, refund))

/**
 * Opens a refund within a transaction. The index of open refunds is the lock: a second one is refused while the first
 * is under way. A form that is sent twice asks once; a form that was shown before something else went back is refused.
 */
export async function fileRefund(tx: Tx, reference: string, { amount, by, note = '', form }: Refund) {
  const payment = await lockPaid(tx, reference)
  // A withdrawal of the same money comes before this refund or sees it.
  if (payment.fund_drive_id) await lockWallet(tx, payment.fund_drive_id)
  const before = form && (await filedBy(tx, payment.id, form.key))
  if (before) return { ...before, again: true }
  const left = payment.amount - payment.reversed
  const part = amount ?? left
  if (form && form.left !== left) throw new Refusal(refundTexts.leftChanged)
  if (part % 100 !== 0 && isMobileMoney(payment.provider))
    throw new Refusal(refundTexts.wholeShillings, { field: 'amount' })
  if (part <= 0 || part > left) throw new Refusal(refundTexts.tooMuch, { field: 'amount' })
  const row = await tx
    .insertInto('reversals')
    .values({
      payment_id: payment.id,
      provider: payment.provider,
      kind: 'refund',
      amount: part,
      asked_by: by,
      note,
      form_key: form?.key ?? null,
      next_check_at: sql<Date>`now()`,
    })
    .onConflict((open) => open.column('payment_id').where(refundOpen).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal(refundTexts.refundOpen)
  await kindOfPayment(payment.kind).claim?.(tx, payment.id)
  await enqueue(tx, 'send-refund', { reversalId: row.id }, { key: String(row.id) })
  await tell(tx, `payment:${payment.id}`)
  if (payment.fund_drive_id) await tell(tx, `drive:${payment.fund_drive_id}`)
  return { id: row.id, amount: part, again: false }
}

const filedBy = (tx: Tx, paymentId: number, key: string) =>
  tx
    .selectFrom('reversals')
    .where('form_key', '=', key)
    .where('payment_id', '=', paymentId)
    .select(['id', 'amount'])
    .executeTakeFirst()

// The ends of a refund that an administrator sends from M-Pesa's portal.

/** Books that it was sent, under this code. Locks its payment. */
export async function recordSent(tx: Tx, reference: string, { id, code, amount }: Sent): Promise<void> {
  const payment = await lockPaid(tx, reference)
  await bookBack(tx, payment, { id, kind: 'refund', extId: code, amount })
  await seenTo(tx, reference)
}
type Sent = { id: number; code: string; amount: number }

/** Closes a refund that was not sent and that nobody sends any more. */
export async function giveUpRefund(tx: Tx, id: number): Promise<void> {
  const { payment_id: paymentId } = await tx
    .updateTable('reversals')
    .set({ state: 'failed', next_check_at: null, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  const payments = tx.selectFrom('payments').where('id', '=', paymentId).select('reference')
  await seenTo(tx, (await payments.executeTakeFirstOrThrow()).reference)
  await tell(tx, `payment:${paymentId}`)
}

/** Closes the discrepancy that had called a person. */
const seenTo = (tx: Tx, reference: string) => discrepanciesDecided(tx, ['refund by hand'], reference, null)
