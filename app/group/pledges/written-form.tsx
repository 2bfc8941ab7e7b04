import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'
import { type daysOf, pledgerNameMax, pledgesPath } from './pledge.ts'
import { DayField, ReachFields } from './promise-form.tsx'

type WrittenFormProps = { slug: string; formKey: string; days: ReturnType<typeof daysOf>; first: Answer | undefined }

/** People of the drive write down what another person promised. */
export function WrittenForm({ slug, formKey, days, first }: WrittenFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  const key = useFormKey(formKey, answer)
  return (
    <Form method="post" action={`${pledgesPath(slug)}/write`} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <Field name="name" label={<Trans>Who promised</Trans>} answer={answer} required>
        <Input autoComplete="off" maxLength={pledgerNameMax} />
      </Field>
      <MoneyField label={<Trans>Amount</Trans>} name="amount" answer={answer} required maxLength={24} />
      <DayField label={<Trans>They give by</Trans>} answer={answer} days={days} optional />
      <ReachFields answer={answer} />
      <Checkbox
        name="agreed"
        defaultChecked={answer?.typed?.agreed === 'on'}
        label={<Trans>This person agreed to be written to about it</Trans>}
        hint={
          <Trans>
            Only then we send a text or an email. The first says that you wrote the pledge down, and how to refuse it.
          </Trans>
        }
      />
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Write down the pledge</Trans>
      </Button>
    </Form>
  )
}
