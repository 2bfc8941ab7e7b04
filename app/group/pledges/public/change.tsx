import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { changePledge, type OwnPledge, pledgeOf } from '#app/group/pledges/giver.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { daysOf, ownPledgePath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { changePledgeForm } from '#app/group/pledges/pledge-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { amountText, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/change.ts'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** Loads the form. A released pledge can't be changed. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const yes = url.searchParams.get('yes') ?? ''
  const pledge = await pledgeOf(db, token, yes)
  if (!pledge || pledge.state === 'released') throw redirect(pledgePath(token), { headers: kept })
  return data({ token, yes, pledge, days: daysOf(new Date()) }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: changePledgeForm,
  page: true,
  done: pledgeTexts.changed,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async ({ yes, ...changed }, { params: { token = '' } }) => {
    await changePledge(db, token, changed, yes)
    return { go: ownPledgePath(token, yes) }
  },
})

export default function ChangePledge({ loaderData: { token, yes, pledge, days }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Change your pledge`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Change your pledge</Trans>}
        back={{ to: ownPledgePath(token, yes), label: <Trans>Back to your pledge</Trans> }}
      >
        <ChangePledgeForm {...{ token, yes, pledge, days }} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}

type ChangeFormProps = {
  token: string
  yes: string
  pledge: OwnPledge
  days: ReturnType<typeof daysOf>
  first: Answer | undefined
}

/** The form that raises or lowers a pledge, changes its day, or gives it up. */
function ChangePledgeForm({ token, yes, pledge, days, first }: ChangeFormProps) {
  const { t, i18n } = useLingui()
  const { amount, paid, state, dueOn } = pledge
  const isPast = dueOn !== null && dueOn < days.first
  const { Form, busy, answer = first } = useFormAction()
  const release = useFormAction()
  return (
    <div className="grid gap-6">
      <Form method="post" action={`${pledgePath(token)}/change`} noValidate className="grid gap-4">
        <input type="hidden" name="yes" value={yes} />
        <Refused answer={answer} />
        <MoneyField
          label={<Trans>Amount</Trans>}
          name="amount"
          answer={answer}
          required
          maxLength={24}
          defaultValue={amountText(amount)}
          hint={paid > 0 ? <Trans>{moneyText(paid)} of it was given already.</Trans> : undefined}
        />
        <Field
          name="dueOn"
          label={<Trans>You give by</Trans>}
          answer={answer}
          optional={dueOn === null}
          hint={isPast ? <Trans>It was for {briefDayIn(knownLanguage(i18n.locale), noonOf(dueOn))}.</Trans> : undefined}
        >
          <Input
            type="date"
            min={days.first}
            max={days.last}
            defaultValue={isPast ? undefined : (dueOn ?? undefined)}
            className="max-w-56"
          />
        </Field>
        <Button busy={busy} busyText={t`Saving...`} wide>
          <Trans>Save the changes</Trans>
        </Button>
      </Form>
      {state === 'open' && (
        <release.Form
          method="post"
          action={`${pledgePath(token)}/release`}
          className="grid gap-2 border-line border-t pt-5"
        >
          <p>
            <Trans>
              You can’t give it, or you never promised it? Then cancel it: nothing is expected of you any more.
            </Trans>
          </p>
          <Button variant="secondary" busy={release.busy} busyText={t`Saving...`} wide>
            <Trans>Cancel my pledge</Trans>
          </Button>
        </release.Form>
      )}
    </div>
  )
}
