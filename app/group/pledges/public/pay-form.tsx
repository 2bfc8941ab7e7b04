import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnPledge } from '#app/group/pledges/one.server.ts'
import { pledgeEmailMax, pledgePath } from '#app/group/pledges/pledge.ts'
import { amountText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { useLeaving } from '#app/money/payments/use-leaving.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'

type PayFormProps = {
  token: string
  pledge: OwnPledge
  formKey: string
  /** True if a prompt on a phone is offered. */
  byPhone: boolean
  /** True if another way than by phone was asked for; and the chosen amount, if it is less than the open rest. */
  byPage: boolean
  amount: number | undefined
  /** The form action's answer to a browser without a script. */
  first: Answer | undefined
}

/** The form that pays a pledge, or a part of it: by a prompt on the phone, or by card or bank. */
export function PayForm({ token, pledge, formKey, byPhone, byPage, amount: asked, first }: PayFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  const leaving = useLeaving(answer, () => {})
  const { phone, hasEmail, amount, paid } = pledge
  const rest = amount - paid
  const waits = { busy: busy || leaving, busyText: t`Processing...`, wide: true } as const
  return (
    <Form method="post" action={pledgePath(token)} noValidate className="grid gap-4">
      <input type="hidden" name="key" value={key} />
      {!answer?.errors && <Refused answer={answer} />}
      <MoneyField
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        required
        maxLength={24}
        defaultValue={amountText(asked && asked < rest ? asked : rest)}
        hint={<Trans>All of it, or a part.</Trans>}
      />
      {byPhone && (
        <>
          <Field
            name="phone"
            label={<Trans>M-Pesa number</Trans>}
            answer={answer}
            hint={phone ? <Trans>Leave it empty for {phone}.</Trans> : undefined}
          >
            <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={20} placeholder={phone ?? '0712 345 678'} />
          </Field>
          <Button name="way" value="mpesa" size="large" {...waits}>
            <Trans>Pay by M-Pesa</Trans>
          </Button>
        </>
      )}
      <details open={!byPhone || byPage || Boolean(answer?.errors?.email) || undefined} className="grid gap-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
          <Trans>Card or bank</Trans>
        </summary>
        <div className="grid gap-4 pt-2">
          <Field
            name="email"
            label={<Trans>Email</Trans>}
            answer={answer}
            hint={hasEmail ? <Trans>Leave it empty for the address we know.</Trans> : <Trans>For your receipt</Trans>}
          >
            <Input type="email" autoComplete="email" maxLength={pledgeEmailMax} />
          </Field>
          <Button name="way" value="card" variant="secondary" {...waits}>
            <Trans>Pay by card or bank</Trans>
          </Button>
        </div>
      </details>
    </Form>
  )
}
