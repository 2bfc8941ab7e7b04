import { sql } from 'kysely'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

// Losses: more went back than was paid. The part beyond the payment is no part of a gift, so no drive owes it. It left all the same.

/** Books the excess as the platform's loss, once. Returns what was booked now, in cents. */
export async function bookLoss(tx: Tx, reversalId: number, by: string): Promise<number> {
  const { rows } = await sql<{ amount: number; provider: string }>`
    insert into refund_losses (reversal_id, amount, by)
    select v.id, v.excess, ${by}::uuid from reversals v where v.id = ${reversalId}::bigint and v.excess > 0
    on conflict (reversal_id) do nothing
    returning amount, (select p.provider from reversals v join payments p on p.id = v.payment_id where v.id = reversal_id) as provider`.execute(
    tx,
  )
  const [lost] = rows
  if (!lost) return 0
  const { amount, provider } = lost
  await post(tx, 'refund_lost', reversalId, [{ leg: 1, debit: 'losses', credit: clearingOf(provider), amount }])
  return amount
}
