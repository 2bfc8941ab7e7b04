import { Trans } from '@lingui/react/macro'
import { emailMax } from '#app/features/people/people.ts'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'

/** The address that a person is moved to. */
export const EmailField = ({ answer }: { answer: Answer | undefined }) => (
  <Field name="email" label={<Trans>New email address</Trans>} answer={answer} required>
    <Input type="email" autoComplete="off" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
  </Field>
)
