import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { Said } from './break-card.tsx'

/** Opens a difference that the product did not meet by itself. */
export function OpenBreakForm({ first }: { first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Form method="post" action="/admin/books/differences/new" noValidate className="grid gap-4">
      <Said answer={answer} />
      <Field
        name="about"
        label={<Trans>What it is about</Trans>}
        answer={answer}
        required
        hint={<Trans>The reference of a payment or a transfer, the name of a fund drive, a day.</Trans>}
      >
        <Input maxLength={200} />
      </Field>
      <Field name="words" label={<Trans>What does not fit</Trans>} answer={answer} required>
        <TextArea rows={4} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <Button busy={busy} busyText={t`Opening...`}>
        <Trans>Open a difference</Trans>
      </Button>
    </Form>
  )
}
