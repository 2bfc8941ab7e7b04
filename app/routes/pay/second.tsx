import { useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { resultPath } from '#app/features/payments/giving.ts'
import { giveBoth, secondOf, wantBack } from '#app/features/payments/phone/second.server.ts'
import { says, secondForm, secondPath } from '#app/features/payments/phone/second.ts'
import { SecondPage } from '#app/features/payments/phone/second-page.tsx'
import { OwnPages } from '#app/features/site/own-pages.tsx'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/second.ts'

const pageOf = (reference: string) => `${resultPath}?reference=${encodeURIComponent(reference)}`
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** What is decided is on the page of the payment. */
export async function loader({ params: { reference } }: Route.LoaderArgs) {
  const second = await secondOf(db, reference)
  if (!second) throw redirect(pageOf(reference), { headers: kept })
  return data({ reference, second }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = deed({
  form: secondForm,
  failed: says.failed,
  run: async ({ choice }, { params: { reference = '' } }) => {
    if (choice === 'both') return { go: pageOf(await giveBoth(db, reference)) }
    await wantBack(db, reference)
    return { go: secondPath(reference) }
  },
})

export default function PaidTwice({ loaderData: { reference, second } }: Route.ComponentProps) {
  const { t } = useLingui()
  const title = second.drive?.title ?? null
  return (
    <OwnPages>
      <title>{`${t`You paid twice`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <SecondPage {...{ reference, second, title }} />
    </OwnPages>
  )
}
