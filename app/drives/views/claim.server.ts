import { sql } from 'kysely'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockCredits } from './credits.server.ts'

type Claim = { due: number; taken: number }

/**
 * Brings the drive's views in line with what is asked back of the payment that bought some. The unused ones are taken as
 * soon as a dispute or a refund is open, never more than are left; they come back when it comes to nothing. It compares
 * with what was claimed before, so it may run as often as it likes. The payment is locked; the wallet is locked before
 * the credits, as a purchase does it.
 */
export async function claimViews(tx: Tx, paymentId: number): Promise<void> {
  const now = await tx.selectFrom('views_due').where('payment_id', '=', paymentId).selectAll().executeTakeFirst()
  const driveId = now?.fund_drive_id
  if (!now || !driveId) return
  const due = now.due ?? 0
  const before = await claimed(tx, paymentId)
  if (due === before.due) return
  await lockWallet(tx, driveId)
  const credits = await lockCredits(tx, driveId)
  // Those that were used up before count for nothing, also when others are bought later.
  const more = Math.max(0, Math.min(due - before.due, credits?.remaining_views ?? 0))
  const taken = Math.min(before.taken + more, due)
  await keep(tx, paymentId, { due, taken })
  const change = before.taken - taken
  if (!credits || change === 0) return
  await tx
    .updateTable('subscriptions')
    .set({ views: sql`views + ${change}::int`, remaining_views: sql`remaining_views + ${change}::int` })
    .where('id', '=', credits.id)
    .execute()
  await tell(tx, `drive:${driveId}`)
  await tell(tx, 'office:desk')
  // That money went back is told by another email, which says what became of the views.
  if (change > 0 || now.is_open)
    await enqueue(tx, 'mail-views-claimed', { paymentId, change }, { key: `${paymentId} ${due}` })
}

async function claimed(tx: Tx, paymentId: number): Promise<Claim> {
  const row = await tx
    .selectFrom('view_claims')
    .where('payment_id', '=', paymentId)
    .select(['due', 'taken'])
    .executeTakeFirst()
  return row ?? { due: 0, taken: 0 }
}

const keep = (tx: Tx, paymentId: number, { due, taken }: Claim) =>
  tx
    .insertInto('view_claims')
    .values({ payment_id: paymentId, due, taken })
    .onConflict((same) => same.column('payment_id').doUpdateSet({ due, taken, updated_at: sql<Date>`now()` }))
    .execute()
