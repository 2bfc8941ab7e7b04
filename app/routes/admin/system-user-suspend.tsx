import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { suspend } from '#app/office/people/decide.server.ts'
import { suspending } from '#app/office/people/decisions.ts'

export const action = suspend.action
export default decisionDialog(suspending)
