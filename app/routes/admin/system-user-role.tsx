import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { changeRole } from '#app/admin/people/decide.server.ts'
import { changingRole } from '#app/admin/people/decisions.ts'
import { RoleChoice } from '#app/admin/people/role-choice.tsx'

export const action = changeRole.action
export default decisionDialog(changingRole, ({ role }, answer) => <RoleChoice role={role} answer={answer} />)
