import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { changeRole } from '#app/office/people/decide.server.ts'
import { changingRole } from '#app/office/people/decisions.ts'
import { RoleChoice } from '#app/office/people/role-choice.tsx'

export const action = changeRole.action
export default decisionDialog(changingRole, ({ role }, answer) => <RoleChoice role={role} answer={answer} />)
