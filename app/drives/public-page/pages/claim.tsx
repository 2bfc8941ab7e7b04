import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { pausedToo } from '#app/drives/public-page/shut.ts'
import { brand } from '#app/kit/brand.ts'
import { claimedDrive, claimTyped } from '#app/money/mpesa/claim.server.ts'
import { claimTexts } from '#app/money/mpesa/claim.ts'
import { ClaimForm } from '#app/money/mpesa/claim-form.tsx'
import { claimForm } from '#app/money/mpesa/claim-forms.ts'
import { claimLimits } from '#app/money/mpesa/limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { visitorOf } from '#app/platform/visitor.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/claim.ts'

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  const drive = await claimedDrive(db, slug)
  if (!drive) throw data(null, { status: 404 })
  return { slug, ...drive }
}

export const action = formAction({
  form: claimForm,
  page: true,
  failed: claimTexts.failed,
  limits: ({ code, tail }, { context }) => claimLimits(context.get(askedContext).address, code, tail),
  run: async (typed, { params, context, request }) => {
    const { address } = context.get(askedContext)
    const { key: visitor, cookie } = visitorOf(request, address)
    const from = { visitor, language: context.get(languageContext), address }
    const { go } = await claimTyped(db, params.slug ?? '', typed, from)
    return { go, cookies: cookie ? [cookie] : [] }
  },
})

/** A giver who paid the Paybill says so. It works as long as the drive is there: the money came. */
export default function Claim({ loaderData: { slug, title, isPaused, payIn }, actionData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const isTill = payIn?.kind === 'till'
  return (
    <OwnPages>
      <title>{`${isTill ? t`I paid to the till` : t`I paid by Paybill`} · ${brand()}`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={isTill ? <Trans>I paid to the till</Trans> : <Trans>I paid by Paybill</Trans>}
        text={<bdi>{title}</bdi>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        {isPaused && <p className="mb-5 text-muted">{i18n._(pausedToo)}</p>}
        <ClaimForm slug={slug} payIn={payIn} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
