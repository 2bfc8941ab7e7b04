import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { kesFor } from './package.ts'
import { creditLevel } from './view.ts'

/** Gives a new drive the views of the Free package. */
export async function openCredits(tx: Tx, driveId: string, userId: string): Promise<void> {
  const free = await freePackage(tx)
  await tx
    .insertInto('subscriptions')
    .values({
      fund_drive_id: driveId,
      user_id: userId,
      package_id: free.id,
      views: free.views,
      remaining_views: free.views,
    })
    .execute()
}

const freePackage = (db: Db | Tx) =>
  db
    .selectFrom('subscription_packages')
    .where('name', '=', 'Free')
    .where('status', '=', 'active')
    .select(['id', 'views'])
    .executeTakeFirstOrThrow(() => new Error('there is no package named Free'))

/** True if visits use credits, as operators chose. If not, every page is open, and owners read nothing about credits. */
export const hasPaywall = (): boolean => chosen('VIEWS_PAYWALL') === 'on'

/** How many views a new drive has, before its owner makes it; null where its story stays open without any. */
export async function freeViews(db: Db): Promise<number | null> {
  return hasPaywall() && chosen('VIEW_LOCK') === 'closes' ? (await freePackage(db)).views : null
}

/** The drive's active credits for its owner's pages; undefined where visits use none. */
export const creditsShown = async (db: Db, driveId: string): ReturnType<typeof creditsOf> =>
  hasPaywall() ? creditsOf(db, driveId) : undefined

/** Counts the drives that have views which were bought, and those views: they stay while visits use none. */
export async function boughtViews(db: Db): Promise<{ drives: number; views: number }> {
  return await db
    .selectFrom('subscriptions')
    .where('status', '=', 'active')
    .where('payment_id', 'is not', null)
    .where('remaining_views', '>', 0)
    .select(({ fn }) => [
      fn.countAll<number>().as('drives'),
      fn.coalesce(fn.sum<number>('remaining_views'), sql<number>`0`).as('views'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * The drive's active credits: what its owner sees of them. Undefined when it has none. `others` did not come with the
 * package: they were left from the one before, or given.
 */
export async function creditsOf(db: Db, driveId: string) {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('subscription_packages as p', 'p.id', 's.package_id')
    .where('s.fund_drive_id', '=', driveId)
    .where('s.status', '=', 'active')
    .leftJoin('payments as paid', 'paid.id', 's.payment_id')
    .select(({ fn }) => fn.coalesce('paid.views', 'p.views').as('brought'))
    .select(['s.id', 'p.name', 's.views', 's.used_views', 's.remaining_views'])
    .select(claimedOf(driveId).as('claimed'))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, views, used_views: used, remaining_views: remaining, claimed, brought } = row
  return {
    id,
    package: name,
    views,
    used,
    remaining,
    level: creditLevel(remaining),
    claimed,
    others: Math.max(0, views - brought),
  }
}

/** Views that can't be used while the payment for them is asked back. */
const claimedOf = (driveId: string) => sql<number>`(select coalesce(sum(c.taken), 0)
  from view_claims c join views_due d using (payment_id) where d.fund_drive_id = ${driveId} and d.is_open)`

/**
 * Returns the packages on sale, cheapest first; the second is the one marked Most Popular. `amount` is in cents of US
 * dollars, `price` the amount in shillings, in cents.
 */
export async function packagesForSale(db: Db, rate = chosen('USD_KES_RATE')) {
  const rows = await db
    .selectFrom('subscription_packages')
    .where('status', '=', 'active')
    .where('amount', '>', 0)
    .orderBy('amount')
    .orderBy('id')
    .limit(12)
    .select(['id', 'name', 'description', 'amount', 'views'])
    .execute()
  return rows.map((row, at) => ({ ...row, price: kesFor(row.amount, rate), mostPopular: at === 1 }))
}

/**
 * Locks the drive's active credits. The lock closes two races: many visitors at the last credit would each see it still
 * there, and looks of one visitor at the same moment would each see no stay yet. A caller that waited here reads the
 * stays again, in a statement that begins after the one before has committed. A purchase locks the wallet before.
 */
export const lockCredits = (tx: Tx, driveId: string) =>
  tx
    .selectFrom('subscriptions')
    .where('fund_drive_id', '=', driveId)
    .where('status', '=', 'active')
    .select(['id', 'remaining_views'])
    .forNoKeyUpdate()
    .executeTakeFirst()
