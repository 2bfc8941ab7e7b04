import { useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { pledgePageOf } from '#app/group/pledges/count.server.ts'
import { titled } from '#app/kit/brand.ts'
import { payOf } from '#app/money/mpesa/pay.server.ts'
import { PayPage } from '#app/money/mpesa/pay-page.tsx'
import { resultPath } from '#app/money/payments/giving.ts'
import { useAsking } from '#app/money/payments/use-asking.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/pay.ts'

/** Loads the page where the giver by phone waits. A payment that is paid, or was never by phone, is on the page of all payments. */
export async function loader({ request, params: { reference }, context }: Route.LoaderArgs) {
  const { address } = context.get(askedContext)
  const visitor = visitorKey(request, address)
  const [{ result, phone, instead, pretendPhone, ...paid }, pledge] = await Promise.all([
    payOf(db, reference, visitor),
    visitor ? pledgePageOf(db, reference, visitor) : null,
  ])
  const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }
  if (result.is === 'unknown') return data(null, { status: 404, headers: kept })
  if (!phone) throw redirect(`${resultPath}?reference=${encodeURIComponent(paid.reference)}`, { headers: kept })
  const { amount, drive } = result
  return data({ reference, amount, drive, pledge, phone, instead, pretendPhone }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Pay({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Waits {...loaderData} /> : <NotFound />
}

function Waits({ drive, ...pay }: NonNullable<Route.ComponentProps['loaderData']>) {
  const { t } = useLingui()
  const asking = useAsking(true, pay.reference)
  const title = drive?.title ?? null
  return (
    <OwnPages>
      <title>{titled(t`Pay by M-Pesa`)}</title>
      <meta name="robots" content="noindex" />
      <PayPage slug={drive?.slug ?? 'harambee'} {...pay} title={title} asking={asking} />
    </OwnPages>
  )
}
