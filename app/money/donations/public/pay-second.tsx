import { useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { giveBoth, paidTwiceOf, wantBack } from '#app/money/mpesa/paid-twice.server.ts'
import { paidTwiceForm, paidTwicePath, paidTwiceTexts } from '#app/money/mpesa/paid-twice.ts'
import { PaidTwicePage } from '#app/money/mpesa/paid-twice-page.tsx'
import { resultPath } from '#app/money/payments/giving.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/pay-second.ts'

const pageOf = (reference: string) => `${resultPath}?reference=${encodeURIComponent(reference)}`
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** Redirects to the page of the payment if there is nothing to decide. */
export async function loader({ params: { reference } }: Route.LoaderArgs) {
  const second = await paidTwiceOf(db, reference)
  if (!second) throw redirect(pageOf(reference), { headers: kept })
  return data({ reference, second }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: paidTwiceForm,
  failed: paidTwiceTexts.failed,
  run: async ({ choice }, { params: { reference = '' } }) => {
    if (choice === 'both') return { go: pageOf(await giveBoth(db, reference)) }
    await wantBack(db, reference)
    return { go: paidTwicePath(reference) }
  },
})

export default function PaidTwice({ loaderData: { reference, second } }: Route.ComponentProps) {
  const { t } = useLingui()
  const title = second.drive?.title ?? null
  return (
    <OwnPages>
      <title>{titled(t`You paid twice`)}</title>
      <meta name="robots" content="noindex" />
      <PaidTwicePage {...{ reference, second, title }} />
    </OwnPages>
  )
}
