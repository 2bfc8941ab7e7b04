import { Trans } from '@lingui/react/macro'
import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { movingEmail } from '#app/office/people/decisions.ts'
import { moveEmail } from '#app/office/people/move.server.ts'
import { emailMax } from '#app/people/accounts/people.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'

export const action = moveEmail.action
export default decisionDialog(movingEmail, (_, answer) => (
  <Field name="email" label={<Trans>New email address</Trans>} answer={answer} required>
    <Input type="email" autoComplete="off" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
  </Field>
))
