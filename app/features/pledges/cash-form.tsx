import { Trans, useLingui } from '@lingui/react/macro'
import { amountText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { pledgesPath } from './pledge.ts'

type CashFormProps = {
  slug: string
  pledge: { id: number; amount: number; paid: number }
  formKey: string
  first: Answer | undefined
}

/** Cash that was given for a pledge becomes a recorded gift. */
export function CashForm({ slug, pledge: { id, amount, paid }, formKey, first }: CashFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Form method="post" action={`${pledgesPath(slug)}/cash?pledge=${id}`} noValidate className="grid gap-4">
      <input type="hidden" name="key" value={answer?.typed?.key ?? formKey} />
      <input type="hidden" name="pledge" value={id} />
      <MoneyField
        label={<Trans>Cash received</Trans>}
        name="amount"
        answer={answer}
        required
        maxLength={24}
        defaultValue={amountText(amount - paid)}
      />
      <p className="text-muted text-sm">
        <Trans>
          It is recorded as a gift that did not pass through Harambee, with your name and today’s date. It can’t be
          withdrawn here.
        </Trans>
      </p>
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Record the cash</Trans>
      </Button>
    </Form>
  )
}
