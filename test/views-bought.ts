import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { paid } from './money.ts'

/** A package of views that this drive's owner bought and paid. */
export async function viewsBought(db: Db, { id: driveId, ownerId }: { id: string; ownerId: string }) {
  const { id: packageId, price, views } = (await packagesForSale(db))[0]!
  const what = { driveId, userId: ownerId, packageId, email: 'owner@example.test', amount: price }
  const { id, reference } = await createPayment(db, { kind: 'subscription', ...what })
  expect(await applyResult(db, 'paystack', reference, paid(price))).toBe('applied')
  return { id, reference, amount: price, views }
}

/** A package that is made for it, begun to be bought for this drive. */
export async function viewsBegun(
  db: Db,
  { id: driveId, ownerId: userId }: { id: string; ownerId: string },
  { name = `Pack ${randomUUID()}`, views = 200, email = 'owner@example.test' } = {},
) {
  const offer = { name, description: '', amount: 65_000, views }
  const made = db.insertInto('subscription_packages').values(offer).returning('id')
  const { id: packageId } = await made.executeTakeFirstOrThrow()
  return createPayment(db, { kind: 'subscription', driveId, userId, packageId, email, amount: offer.amount })
}

/** Counts the packages that have a used credit without its view, a view without its credit, or a sum that is not the whole. */
export async function unbalancedViews(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from subscriptions s
    where remaining_views < 0 or remaining_views + used_views <> views
      or used_views <> (select count(*) from fund_drive_views v where v.subscription_id = s.id)
        + (select coalesce(sum(g.views), 0) from views_gone g where g.subscription_id = s.id)
        + (select coalesce(sum(m.views), 0) from view_months m where m.subscription_id = s.id)`.execute(db)
  return rows[0]!.n
}
