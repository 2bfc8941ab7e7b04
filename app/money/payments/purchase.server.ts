import { managedBy } from '#app/drives/drive/manage.server.ts'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { buyViewsTexts } from '#app/drives/views/package.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { chosenNow } from '#app/platform/settings/choices.server.ts'
import { startPayment } from './start.server.ts'

type Wanted = {
  driveId: string
  packageId: string
  /** The form's key; without one each call is a purchase of its own. */
  key?: string | undefined
  /** The price that the form showed, in cents. */
  price?: number | undefined
}
type Around = { language: string; origin: string }

/**
 * Starts the purchase of views for one's own drive and returns where it is paid. A form that is sent twice leads to one
 * payment; once that has come in, the same form starts the next.
 */
export async function buyViews(
  db: Db,
  buyer: { id: string; email: string | null },
  { driveId, packageId, key, price }: Wanted,
  around: Around,
): Promise<{ reference: string; url: string }> {
  const [drive, packages] = await Promise.all([ownDrive(db, buyer.id, driveId), packagesForSale(db)])
  if (!drive) throw new Refusal(buyViewsTexts.noDrive, { status: 404 })
  if ((await chosenNow(db, 'VIEWS_PAYWALL')) === 'off') throw new Refusal(buyViewsTexts.off)
  const wanted = packages.find(({ id }) => id === packageId)
  if (!wanted) throw new Refusal(buyViewsTexts.noPackage)
  if (price !== undefined && price !== wanted.price) throw new Refusal(buyViewsTexts.otherPrice)
  // The provider's page asks for an email, and writes to it.
  if (!buyer.email) throw new Refusal(buyViewsTexts.noEmail, { status: 403, go: '/settings#email' })
  const what = { driveId, packageId, userId: buyer.id, email: buyer.email, amount: wanted.price }
  return startPayment(
    db,
    { kind: 'subscription', ...what },
    {
      key: key
        ? { scope: `buy-views ${driveId}`, key: `${key} ${packageId} ${wanted.price}`, renewed: true }
        : undefined,
      cancelPath: `/fund-drive/${drive.slug}/payouts/buy-views`,
      failed: buyViewsTexts.failed,
      ...around,
    },
  )
}

const ownDrive = (db: Db, ownerId: string, driveId: string) =>
  db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .where(managedBy('id', ownerId, 'run'))
    .select('slug')
    .executeTakeFirst()

/** Returns the limits of tries. Each try is stored and asks the provider. */
export const purchaseLimits = (personId: string): Limit[] => [
  { name: 'purchase', key: personId, times: 20, seconds: 3600 },
]
