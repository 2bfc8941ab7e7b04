import { sql } from 'kysely'
import { bookBack, ofPaid, type Reversed } from '#app/money/refunds/reversal.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'

// How a dispute is in our books: opened, and resolved. Nothing here asks the provider.

/** A payer's bank has questions: until they are answered, the amount can't be withdrawn. Told twice it counts once. */
export const disputeOpened = (
  db: Db,
  reference: string,
  { extId, amount, dueAt }: { extId: string; amount: number; dueAt: Date | null },
): Promise<void> =>
  ofPaid(db, reference, async (tx, payment) => {
    await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount, due_at: dueAt })
      .onConflict((same) => same.columns(['provider', 'ext_id']).doUpdateSet({ due_at: dueAt }))
      .execute()
    await tellOffice(tx, payment.id)
  })

/** The bank has decided. One that was lost takes the money back; one that was won frees it. May come before its opening. */
export const disputeResolved = (
  db: Db,
  reference: string,
  { extId, amount, resolution }: { extId: string; amount: number; resolution: Resolution },
): Promise<Reversed> =>
  ofPaid(db, reference, async (tx, payment) => {
    // One that was won may say that nothing goes back, and one that was lost that nothing less than all does.
    const lost = amount > 0 ? amount : payment.amount
    const resolved = { status: 'resolved' as const, resolution, resolved_at: sql<Date>`now()` }
    const changed = await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount: lost, ...resolved })
      .onConflict((same) =>
        same.columns(['provider', 'ext_id']).doUpdateSet(resolved).where('disputes.status', '=', 'open'),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed) return 'already'
    await tellOffice(tx, payment.id)
    if (resolution === 'declined') return 'failed'
    return bookBack(tx, payment, { kind: 'chargeback', extId, amount: lost })
  })

export type Resolution = 'merchant-accepted' | 'auto-accepted' | 'declined'

/** Administrators have the payment open, or the list of disputes. */
async function tellOffice(tx: Tx, paymentId: number): Promise<void> {
  await tell(tx, `payment:${paymentId}`)
  await tell(tx, 'office:disputes')
}
