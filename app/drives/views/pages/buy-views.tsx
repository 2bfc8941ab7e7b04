import { useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, redirect } from 'react-router'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/looking.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { buyViewsTexts } from '#app/drives/views/buy.ts'
import { BuyViews, NoPackages } from '#app/drives/views/buy-views.tsx'
import { creditsOf, packagesForSale } from '#app/drives/views/credits.server.ts'
import { buyForm } from '#app/drives/views/view-forms.ts'
import { faultIn } from '#app/kit/faults.ts'
import { buyViews, purchaseLimits } from '#app/money/payments/purchase.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/buy-views.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const [packages, credits] = await Promise.all([packagesForSale(db), creditsOf(db, context.get(driveContext).id)])
  return { packages, credits: credits ?? null, formKey: crypto.randomUUID() }
}

export const action = formAction({
  form: buyForm,
  page: true,
  done: buyViewsTexts.redirected,
  failed: buyViewsTexts.failed,
  limits: (_, { context }) => purchaseLimits(context.get(personContext)!.id),
  run: async ({ package: packageId, key, price }, { context }) => {
    const { origin, byScript } = context.get(askedContext)
    const wanted = { driveId: context.get(driveContext).id, packageId, key, price }
    const around = { language: context.get(languageContext), origin }
    const { url } = await buyViews(db, context.get(personContext)!, wanted, around)
    return byScript ? { gave: { url } } : redirect(url, 303)
  },
})

export default function Buy({ params, loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Buy Views`} />
      <BuyViews base={`/fund-drive/${params.slug}/payouts`} {...loaderData} first={actionData} />
    </>
  )
}

/** Leaves the page below as it is when something can't be read here. Missing or forbidden pages are another matter. */
export function ErrorBoundary({ params, error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status !== 500) throw error
  return <NoPackages base={`/fund-drive/${params.slug}/payouts`} id={faultIn(error)?.id} />
}
