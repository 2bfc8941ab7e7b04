import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { changeRole } from './decide.server.ts'
import { changingRole } from './decisions.ts'
import { RoleChoice } from './role-choice.tsx'

export const action = changeRole.action
export default decisionDialog(changingRole, ({ role }, answer) => <RoleChoice role={role} answer={answer} />)
