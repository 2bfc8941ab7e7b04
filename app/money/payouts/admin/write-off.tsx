import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { Debt } from './debts.ts'

type WriteOffProps = { action: string; debt: Debt; first: Answer | undefined }

/** Gives up what a drive owes, at the platform's loss. */
export function WriteOffForm({ action, debt, first }: WriteOffProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useDeed()
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
