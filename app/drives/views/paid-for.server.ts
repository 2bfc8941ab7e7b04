import { sql } from 'kysely'
import type { PaidFor, PaidForColumns, Seen } from '#app/base/ledger/paid-for.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockCredits } from './credits.server.ts'
import { buyViewsTexts } from './package.ts'
import type { PurchaseTold } from './paid-for.tsx'

type Claim = { due: number; taken: number }

/**
 * Brings the drive's views in line with what is asked back of the payment that bought some. The unused ones are taken as
 * soon as a dispute or a refund is open, never more than are left; they come back when it comes to nothing. It compares
 * with what was claimed before, so it may run as often as it likes. The payment is locked; the wallet is locked before
 * the credits, as a purchase does it.
 */
async function claimViews(tx: Tx, paymentId: number): Promise<void> {
  const now = await tx.selectFrom('views_due').where('payment_id', '=', paymentId).selectAll().executeTakeFirst()
  const driveId = now?.fund_drive_id
  if (!now || !driveId) return
  const due = now.due ?? 0
  const before = await claimed(tx, paymentId)
  if (due === before.due) return
  await lockWallet(tx, driveId)
  const credits = await lockCredits(tx, driveId)
  // Views that were used up before are not taken, also when others are bought later.
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
  // The return of the money is told by another email, which says what became of the views.
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

export type Purchase = { driveId: string; userId: string; packageId: string; email: string; amount: number }

/** Payments for views of a drive. */
export const viewPayments: PaidFor<Purchase, PurchaseTold> = {
  prefix: 'sub',
  event: 'subscription',
  feeLeg: 2,
  locks: true,
  emailOf: ({ email }) => email,
  take,
  async book(tx, paid) {
    for (const { payment, driveId, providerFee } of paid) {
      const { id: paymentId, amount, user_id: userId, package_id: packageId, views } = payment
      const bought = { userId: userId!, packageId: packageId!, views: views! }
      await buyCredits(tx, { paymentId, driveId, amount, providerFee, ...bought })
    }
  },
  async refund(tx, back) {
    await reverseCredits(tx, back)
    return { feePart: 0 }
  },
  claim: claimViews,
  told,
}

/** The package's views are kept with the payment: a later change of the package changes no purchase. */
async function take(db: Db, purchases: Purchase[]): Promise<(PaidForColumns | Refusal)[]> {
  const ids = [...new Set(purchases.map(({ packageId }) => packageId))]
  const rows = await db
    .selectFrom('subscription_packages')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .where('amount', '>', 0)
    .select(['id', 'views'])
    .execute()
  const packages = new Map(rows.map(({ id, views }) => [id, views]))
  return purchases.map(({ userId: user_id, packageId: package_id, email: donor_email }) => {
    const views = packages.get(package_id.toLowerCase())
    return views === undefined ? new Refusal(buyViewsTexts.noPackage) : { user_id, package_id, views, donor_email }
  })
}

async function told(db: Db, seen: Seen): Promise<PurchaseTold> {
  const row = await db
    .selectFrom('payments as p')
    .leftJoin('subscriptions as s', 's.payment_id', 'p.id')
    .leftJoin('subscription_packages as k', 'k.id', 'p.package_id')
    .where('p.id', '=', seen.id)
    .select(['k.name', 's.status', 's.remaining_views'])
    .executeTakeFirstOrThrow()
  // Views bought before newer ones have no rest to name: it has moved along.
  const remaining = row.status === 'active' ? row.remaining_views : null
  return { package: row.name ?? '', views: seen.views, remaining }
}

type Bought = {
  paymentId: number
  driveId: string
  userId: string
  packageId: string
  views: number
  /** The amount paid, and the provider's fee, in cents. */
  amount: number
  providerFee: number | null
}

/**
 * Gives a drive the views that were paid for; what was left moves along. The wallet is locked first, because it is always
 * the same row: of two purchases at once the later would wake up at credits that were closed meanwhile, see nothing left
 * in them, and lose it.
 */
async function buyCredits(tx: Tx, bought: Bought): Promise<void> {
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
const reverseCredits = (tx: Tx, { reversalId, amount }: { reversalId: number; amount: number }): Promise<void> =>
  post(tx, 'reversal', reversalId, [{ leg: 1, debit: 'subscription_revenue', credit: 'provider_clearing', amount }])
