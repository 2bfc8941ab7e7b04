import { Trans, useLingui } from '@lingui/react/macro'
import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import type { Answer } from '#app/kit/says.ts'
import { type Role, roleMeanings, roleNames, roles } from '#app/people/accounts/account.ts'
import { emailMax } from '#app/people/accounts/people.ts'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'
import { actions } from '#app/platform/form-action.server.ts'
import { Field, Input } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { changeRole, endTheirSessions, givePhone, moveEmail, restore, suspend } from './decide.server.ts'
import { changingRole, endingSessions, givingPhone, movingEmail, restoring, suspending } from './person-admin.ts'

export const action = actions({
  suspend: suspend.action,
  restore: restore.action,
  'end-sessions': endTheirSessions.action,
  role: changeRole.action,
  email: moveEmail.action,
  phone: givePhone.action,
})

export default decisionDialogs({
  suspend: decisionDialog(suspending),
  restore: decisionDialog(restoring),
  'end-sessions': decisionDialog(endingSessions),
  role: decisionDialog(changingRole, ({ role }, answer) => <RoleChoice role={role} answer={answer} />),
  email: decisionDialog(movingEmail, (_, answer) => (
    <Field name="email" label={<Trans>New email address</Trans>} answer={answer} required>
      <Input type="email" autoComplete="off" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
    </Field>
  )),
  phone: decisionDialog(givingPhone, (_, answer) => <PhoneFields answer={answer} />),
})

/** The roles, and their rights. The current role is selected. */
function RoleChoice({ role, answer }: { role: Role; answer: Answer | undefined }) {
  const { i18n } = useLingui()
  return (
    <RadioCards
      legend={<Trans>Role</Trans>}
      name="role"
      defaultValue={answer?.typed?.role ?? role}
      columns="grid-cols-1"
      choices={roles.map((value) => ({
        value,
        label: i18n._(roleNames[value]),
        hint: i18n._(roleMeanings[value]),
      }))}
      answer={answer}
    />
  )
}
