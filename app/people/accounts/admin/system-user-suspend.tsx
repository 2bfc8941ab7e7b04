import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { suspend } from './decide.server.ts'
import { suspending } from './decisions.ts'

export const action = suspend.action
export default decisionDialog(suspending)
