import { expect } from 'vitest'
import { applyResult } from '#app/features/payments/apply.server.ts'
import { createPayment } from '#app/features/payments/payment.server.ts'
import { packagesForSale } from '#app/features/views/credits.server.ts'
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
