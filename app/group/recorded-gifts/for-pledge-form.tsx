import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { amountText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'
import { HowFields } from './gift-fields.tsx'

type ForPledgeFormProps = {
  /** The address to send it to. */
  to: string
  pledge: { id: number; amount: number; paid: number }
  formKey: string
  today: string
  first: Answer | undefined
}

/** The form for money that was given for a pledge and did not pass through us: it becomes a recorded gift. */
export function ForPledgeForm({ to, pledge: { id, amount, paid }, formKey, today, first }: ForPledgeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  // Gifts for the pledge meanwhile, such as by this form itself, change nothing in an open form.
  const [rest] = useState(amountText(amount - paid))
  return (
    <Form method="post" action={to} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <input type="hidden" name="pledge" value={id} />
      <MoneyField
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        required
        maxLength={24}
        defaultValue={rest}
      />
      <HowFields first={{ givenOn: today }} {...{ today, answer }} />
      <p className="text-muted text-sm">
        <Trans>
          It is recorded with your name as a gift that did not pass through Harambee. It can’t be withdrawn here.
        </Trans>
      </p>
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Record gift</Trans>
      </Button>
    </Form>
  )
}
