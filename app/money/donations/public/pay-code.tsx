import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { claimInstead } from '#app/money/mpesa/claim.server.ts'
import { claimTexts } from '#app/money/mpesa/claim.ts'
import { claimCodeForm } from '#app/money/mpesa/claim-forms.ts'
import { claimLimits } from '#app/money/mpesa/limits.server.ts'
import { payOf } from '#app/money/mpesa/pay.server.ts'
import { InsteadForm, InsteadWords } from '#app/money/mpesa/pay-instead.tsx'
import { payPath } from '#app/money/mpesa/prompt.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/pay-code.ts'

/** Redirects to the page of the payment if it is over, or can't be paid by hand. */
export async function loader({ request, params: { reference }, context }: Route.LoaderArgs) {
  const { result, instead } = await payOf(db, reference, visitorKey(request, context.get(askedContext).address))
  if (result.is === 'unknown' || !instead) throw redirect(payPath(reference))
  return { reference, amount: result.amount, instead }
}

export const action = formAction({
  form: claimCodeForm,
  page: true,
  failed: claimTexts.failed,
  limits: ({ code }, { context, params: { reference = '' } }) =>
    claimLimits(context.get(askedContext).address, code, reference),
  run: async (typed, { params: { reference = '' } }) => {
    await claimInstead(db, reference, typed)
    return { go: payPath(reference) }
  },
})

/** The page for browsers without a script: the waiting page would reload while a person types. */
export default function PayByHand({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kind } = loaderData.instead
  return (
    <OwnPages>
      <title>{`${kind === 'till' ? t`I paid to the till instead` : t`I paid by Paybill instead`} · ${brand()}`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<InsteadWords kind={kind} />}
        back={{ to: payPath(loaderData.reference), label: <Trans>Back to your gift</Trans> }}
      >
        <InsteadForm {...loaderData} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
