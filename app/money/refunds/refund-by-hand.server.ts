import { differencesDecided } from '#app/base/ledger/books.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockPaid } from './paid.server.ts'
import { bookBack } from './reversal.server.ts'

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
const seenTo = (tx: Tx, reference: string) => differencesDecided(tx, ['refund by hand'], reference, null)
