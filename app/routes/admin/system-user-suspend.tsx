import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { suspend } from '#app/admin/people/decide.server.ts'
import { suspending } from '#app/admin/people/decisions.ts'

export const action = suspend.action
export default decisionDialog(suspending)
