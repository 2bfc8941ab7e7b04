import { differencesDecided } from '#app/base/ledger/books.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockPaid } from './paid.server.ts'
import { bookBack } from './reversal.server.ts'

// How a refund ends that an administrator sends from M-Pesa's portal.

/** It was sent, under this code. Its payment is locked. */
export async function recordSent(tx: Tx, reference: string, { id, code, amount }: Sent): Promise<void> {
  const payment = await lockPaid(tx, reference)
  await bookBack(tx, payment, { id, kind: 'refund', extId: code, amount })
  await seenTo(tx, reference)
}
type Sent = { id: number; code: string; amount: number }

/** It was not sent, and nobody sends it any more. */
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

/** What a person was called for is done. */
const seenTo = (tx: Tx, reference: string) => differencesDecided(tx, ['refund by hand'], reference, null)
