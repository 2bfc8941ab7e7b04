import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { filledIn, pledgeOf, toPay } from '#app/group/pledges/giver.server.ts'
import { AskYes, MailStopForm, PayForm, PledgeActions, PledgeCard } from '#app/group/pledges/own-pledge.tsx'
import { mailStopOf } from '#app/group/pledges/tell.server.ts'
import { centsIn } from '#app/kit/amount.ts'
import { dayAt } from '#app/kit/time.ts'
import { beginTyped, givingTo, typedGiftLimits } from '#app/money/payments/giving.server.ts'
import { givingTexts as givingSays } from '#app/money/payments/giving.ts'
import { giveGiftForm } from '#app/money/payments/giving-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { browserOf, visitorKey } from '#app/platform/visitor.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/page.ts'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** Loads a pledge, for the person who has its link. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const yes = url.searchParams.get('yes') ?? ''
  const reader = url.searchParams.get('mails') ?? ''
  const pledge = await pledgeOf(db, token, yes)
  if (!pledge) return data(null, { status: 404, headers: kept })
  const giving = pledge.takesGifts ? await givingTo(db, pledge.driveId) : undefined
  const pays = giving && pledge.state === 'open' ? { formKey: giving.key, byPhone: giving.byPhone !== null } : null
  const begins = {
    byPage: url.searchParams.get('by') === 'page',
    amount: centsIn(url.searchParams.get('amount') ?? ''),
  }
  const mails = reader ? await mailStopOf(db, { token, reader }) : null
  const ends = mails && { reader, ...mails }
  return data(
    { token, yes, pledge, pays: pays && { ...pays, ...begins }, ends, today: dayAt(new Date()) },
    { headers: kept },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: giveGiftForm,
  page: true,
  filled: ['phone', 'email'],
  failed: givingSays.failed,
  // The giver is known from the pledge; typed values take precedence.
  first: (fields, { params: { token = '' } }) => filledIn(db, token, fields),
  limits: (gift, { params: { token = '' }, context }) =>
    typedGiftLimits(gift, async () => (await pledgeOf(db, token, ''))?.driveId, context.get(askedContext).address),
  run: async (gift, { params: { token = '' }, context, request }) => {
    const { id: pledgeId, driveId, slug } = await toPay(db, token)
    const { origin, byScript, address } = context.get(askedContext)
    const who = { visitor: visitorKey(request, address), payer: browserOf(request), address }
    const around = { language: context.get(languageContext), origin, ...who }
    // The provider stores the address for a payer who cancels: never the secret link.
    const { url } = await beginTyped(db, driveId, gift, { ...around, cancelPath: `/fundraiser/${slug}`, pledgeId })
    return byScript ? { gave: { url } } : new Response(null, { status: 303, headers: { location: url } })
  },
})

export default function Pledge({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <Own {...loaderData} first={actionData} /> : <NotFound />
}

type OwnProps = NonNullable<Route.ComponentProps['loaderData']> & { first: Route.ComponentProps['actionData'] }

function Own({ token, yes, pledge, pays, ends, today, first }: OwnProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Your pledge`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Your pledge</Trans>}
        back={{ to: `/fundraiser/${pledge.slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        <PledgeCard pledge={pledge} title={pledge.title} today={today}>
          <AskYes token={token} yes={yes} pledge={pledge} />
          {pays && <PayForm {...{ token, pledge, first }} {...pays} />}
          {pledge.state === 'open' && !pledge.takesGifts && (
            <p>
              <Trans>This fundraiser takes no gifts at the moment.</Trans>
            </p>
          )}
          {pledge.state === 'kept' && (
            <p className="font-semibold">
              <Trans>You have given all of it. Thank you!</Trans>
            </p>
          )}
          {pledge.state === 'released' && (
            <p>
              <Trans>This pledge was cancelled. Nothing is expected of you.</Trans>
            </p>
          )}
          <PledgeActions token={token} yes={yes} pledge={pledge} />
          {ends && <MailStopForm token={token} {...ends} />}
        </PledgeCard>
      </OneThing>
    </OwnPages>
  )
}
