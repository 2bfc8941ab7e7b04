import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { data, useLocation } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/write-off-page.ts'
import { debtOf, giveUpDebt } from './debts-list.server.ts'
import type { Debt } from './payout-admin.ts'

const base = '/admin/disputes/debts'

export async function loader({ params }: Route.LoaderArgs) {
  const debt = isId(params.drive) ? await debtOf(db, params.drive) : undefined
  if (!debt) throw data(null, { status: 404 })
  return { debt }
}

export const action = giveUpDebt.action

const isId = (drive: string | undefined): drive is string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(drive ?? '')

/** Opens over the debts. The dialog has an address of its own, so it opens without a script too. */
export default function WriteOff({ loaderData: { debt }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Write off the debt</Trans>}
      text={<Trans>The platform takes the loss. The fund drive owes nothing afterwards and may withdraw again.</Trans>}
    >
      <WriteOffForm key={key} action={`${base}/${debt.driveId}`} debt={debt} first={actionData} />
    </AddressDialog>
  )
}

type WriteOffProps = { action: string; debt: Debt; first: Answer | undefined }

/** Writes off what a drive owes, at the platform's loss. */
function WriteOffForm({ action, debt, first }: WriteOffProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const [shown] = useState(first?.typed?.debt || String(debt.debt))
  const sum = moneyText(debt.debt, 'KSH')
  const since = dayIn(i18n.locale as Language, debt.since)
  return (
    <Form method="post" action={action} noValidate className="grid gap-5">
      <input type="hidden" name="debt" value={shown} />
      {answer && !answer.ok && answer.says && <Notice tone="stop" title={answer.says.title} />}
      <p className="wrap-anywhere">
        <Trans>
          <strong dir="auto">
            <Typed text={debt.title} />
          </strong>{' '}
          has owed {sum} since {since}.
        </Trans>
      </p>
      {!debt.hopeless && (
        <Notice tone="warn" title={<Trans>It is early to write this off</Trans>}>
          <Trans>
            Donations arrived less than 90 days ago, or the debt is younger than that: they may still pay it.
          </Trans>
        </Notice>
      )}
      <Field
        name="why"
        label={<Trans>Reason</Trans>}
        answer={answer}
        required
        hint={<Trans>It is kept with the debt and in the audit log.</Trans>}
      >
        <TextArea rows={3} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <Button variant="danger" size="large" wide busy={busy} busyText={t`Writing off...`}>
        <Trans>Write off {sum}</Trans>
      </Button>
    </Form>
  )
}
