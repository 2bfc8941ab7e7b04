import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type BankDetailsFormProps = { action: string; banks: { id: string; name: string }[]; first: Answer | undefined }

/** Where a refund goes on to that the provider can't send back the way the money came. It works without a script, too. */
export function BankDetailsForm({ action, banks, first }: BankDetailsFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  if (banks.length === 0)
    return (
      <Notice tone="warn" title={<Trans>The list of banks can’t be read at the moment</Trans>}>
        <Trans>The payment provider does not answer. Please try again in a minute.</Trans>
      </Notice>
    )
  return (
    <Form method="post" action={action} noValidate className="grid gap-5">
      {answer && !answer.ok && answer.says && (
        <Notice tone="stop" title={answer.says.title}>
          {answer.says.text}
        </Notice>
      )}
      <Field name="bank" label={<Trans>Bank Name</Trans>} answer={answer} required>
        <Select defaultValue="">
          <option value="">{t`Choose one`}</option>
          {banks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="account"
        label={<Trans>Account Number</Trans>}
        answer={answer}
        required
        hint={<Trans>As the donor told you. It goes to the payment provider; we keep only the last digits.</Trans>}
      >
        <Input maxLength={60} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <ConfirmField answer={answer} />
      <Button variant="danger" size="large" wide busy={busy} busyText={t`Sending...`}>
        <Trans>Send the refund there</Trans>
      </Button>
    </Form>
  )
}
