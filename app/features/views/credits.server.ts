import type { Db, Tx } from '#app/platform/db.server.ts'
import { creditLevel } from './view.ts'

/** Gives a new drive the views of the Free package. */
export async function openCredits(tx: Tx, driveId: string, userId: string): Promise<void> {
  const free = await tx
    .selectFrom('subscription_packages')
    .where('name', '=', 'Free')
    .select(['id', 'views'])
    .executeTakeFirstOrThrow(() => new Error('there is no package named Free'))
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

/** The drive's active credits: what its owner sees of them. Undefined when it has none. */
export async function creditsOf(db: Db, driveId: string) {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('subscription_packages as p', 'p.id', 's.package_id')
    .where('s.fund_drive_id', '=', driveId)
    .where('s.status', '=', 'active')
    .select(['p.name', 's.views', 's.used_views', 's.remaining_views'])
    .executeTakeFirst()
  if (!row) return undefined
  const { name, views, used_views: used, remaining_views: remaining } = row
  return { package: name, views, used, remaining, level: creditLevel(remaining) }
}

/** What credits can be bought in, cheapest first; the second is the one marked Most Popular. */
export async function packagesForSale(db: Db) {
  const rows = await db
    .selectFrom('subscription_packages')
    .where('status', '=', 'active')
    .where('amount', '>', 0)
    .orderBy('amount')
    .limit(12)
    .select(['id', 'name', 'description', 'amount', 'views'])
    .execute()
  return rows.map((row, at) => ({ ...row, mostPopular: at === 1 }))
}
