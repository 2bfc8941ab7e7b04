import { sql } from 'kysely'
import type { Columns, PaidFor, Seen } from '#app/base/ledger/paid-for.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { buyCredits, reverseCredits } from './buy.server.ts'
import { buyViewsTexts } from './buy.ts'
import { claimViews } from './claim.server.ts'
import type { PurchaseTold } from './paid-for.tsx'

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
async function take(tx: Tx, purchases: Purchase[]): Promise<(Columns | Refusal)[]> {
  const ids = [...new Set(purchases.map(({ packageId }) => packageId))]
  const rows = await tx
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
  // Of views that were bought before newer ones there is nothing left to name: they have moved along.
  const remaining = row.status === 'active' ? row.remaining_views : null
  return { package: row.name ?? '', views: seen.views, remaining }
}
