import { Trans } from '@lingui/react/macro'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { emailMax } from '#app/people/accounts/people.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { movingEmail } from './decisions.ts'
import { moveEmail } from './move.server.ts'

export const action = moveEmail.action
export default decisionDialog(movingEmail, (_, answer) => (
  <Field name="email" label={<Trans>New email address</Trans>} answer={answer} required>
    <Input type="email" autoComplete="off" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
  </Field>
))
