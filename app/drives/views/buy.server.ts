import { sql } from 'kysely'
import { post } from '#app/base/ledger/post.server.ts'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockCredits } from './credits.server.ts'

export type Bought = {
  paymentId: number
  driveId: string
  userId: string
  packageId: string
  views: number
  /** What was paid, and what the provider keeps of it, in cents. */
  amount: number
  providerFee: number | null
}

/**
 * Gives a drive the views that were paid for; what was left moves along. The wallet is locked first, because it is always
 * the same row: of two purchases at once the later would wake up at credits that were closed meanwhile, see nothing left
 * in them, and lose it.
 */
export async function buyCredits(tx: Tx, bought: Bought): Promise<void> {
  const { driveId, paymentId, views } = bought
  await lockWallet(tx, driveId)
  const before = await lockCredits(tx, driveId)
  const left = before?.remaining_views ?? 0
  if (before)
    await tx
      .updateTable('subscriptions')
      .set({ status: 'closed', views: sql`used_views`, remaining_views: 0 })
      .where('id', '=', before.id)
      .execute()
  await tx
    .insertInto('subscriptions')
    .values({
      fund_drive_id: driveId,
      user_id: bought.userId,
      package_id: bought.packageId,
      payment_id: paymentId,
      views: views + left,
      remaining_views: views + left,
    })
    .execute()
  await post(tx, 'subscription', paymentId, [
    { leg: 1, debit: 'provider_clearing', credit: 'subscription_revenue', amount: bought.amount },
    { leg: 2, debit: 'provider_fees', credit: 'provider_clearing', amount: bought.providerFee ?? 0 },
  ])
  await tell(tx, `drive:${driveId}`)
  await tell(tx, `person:${bought.userId}`)
  await enqueue(tx, 'mail-views-bought', { paymentId }, { key: String(paymentId) })
}

/** Books that a purchase was paid back. Its unused views are taken by `claimViews`. */
export const reverseCredits = (tx: Tx, { reversalId, amount }: { reversalId: number; amount: number }): Promise<void> =>
  post(tx, 'reversal', reversalId, [{ leg: 1, debit: 'subscription_revenue', credit: 'provider_clearing', amount }])
