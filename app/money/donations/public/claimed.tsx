import { useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { offeredTo } from '#app/group/pledges/count.server.ts'
import { ForPledge } from '#app/group/pledges/for-pledge.tsx'
import { NameForm } from '#app/money/mpesa/claim-form.tsx'
import { type ClaimedPayment, claimedAt } from '#app/money/mpesa/claimed.server.ts'
import { LookedFor, NotFoundYet } from '#app/money/mpesa/claimed-page.tsx'
import { resultOf } from '#app/money/payments/result.server.ts'
import type { PaidResult } from '#app/money/payments/result.ts'
import { useAsking } from '#app/money/payments/use-asking.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { visitorOf } from '#app/platform/visitor.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/claimed.ts'
import { Thanks } from './thanks.tsx'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

/** Loads the state of a claim. Once its money is found the page thanks like any other; only its giver's browser sees the receipt. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  const asked = context.get(askedContext)
  const [{ address }, origin] = [asked, namedOrigin(asked)]
  const { key, cookie } = visitorOf(request, address)
  const claimed = await claimedAt(db, token, key)
  if (!claimed) return data(null, { status: 404, headers: kept })
  const { reference } = claimed
  const [result, offered] = await Promise.all([
    reference ? resultOf(db, reference, key) : null,
    reference ? offeredTo(db, reference, key) : undefined,
  ])
  const gift = result?.is === 'paid' && result.kind === 'donation' ? result : null
  const headers = cookie ? { ...kept, 'set-cookie': cookie } : kept
  return data({ token, origin, claimed, gift, offered }, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function ClaimedPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Answer {...loaderData} /> : <NotFound />
}

function Answer({ token, origin, claimed, gift, offered }: NonNullable<Route.ComponentProps['loaderData']>) {
  const { t } = useLingui()
  const asking = useAsking(claimed.is === 'looking', token)
  const titles: Record<ClaimedPayment['is'], string> = {
    found: t`Payment Successful!`,
    looking: t`We are looking for your payment`,
    'not found': t`We could not find your payment`,
  }
  return (
    <OwnPages>
      <title>{`${titles[claimed.is]} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      {offered && claimed.reference && <ForPledge reference={claimed.reference} offered={offered} />}
      {gift && <Found claimed={claimed} gift={gift} origin={origin} />}
      {claimed.is === 'looking' && <LookedFor {...{ claimed, origin, token }} isLate={asking.late} />}
      {claimed.is === 'not found' && <NotFoundYet claimed={claimed} />}
    </OwnPages>
  )
}

type FoundProps = { claimed: ClaimedPayment; gift: PaidResult<'donation'>; origin: string }

/** Shows the gift that was found. The browser that has the receipt may add a name. */
const Found = ({ claimed: { slug, code, tail, isNameless }, gift, origin }: FoundProps) => (
  <Thanks result={gift} slug={slug} origin={origin}>
    {isNameless && gift.receipt && gift.reversed === 0 && <NameForm {...{ slug, code, tail }} />}
  </Thanks>
)
