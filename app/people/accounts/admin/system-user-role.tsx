import { Trans, useLingui } from '@lingui/react/macro'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import type { Answer } from '#app/kit/says.ts'
import { type Role, roleMeanings, roleNames, roles } from '#app/people/accounts/role.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { changeRole } from './decide.server.ts'
import { changingRole } from './decisions.ts'

export const action = changeRole.action
export default decisionDialog(changingRole, ({ role }, answer) => <RoleChoice role={role} answer={answer} />)

/** The roles, and what each may do. The one that they have is chosen. */
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
