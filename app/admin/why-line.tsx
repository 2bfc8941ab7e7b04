import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'

/** The reason, in a line, and the password: the end of a small form that decides something. */
export function WhyLine({ answer }: { answer: Answer | undefined }) {
  return (
    <>
      <Field name="why" label={<Trans>Reason</Trans>} answer={answer} required>
        <Input maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
    </>
  )
}
