import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { pausing } from './decisions.ts'
import { pauseDrive } from './pause.server.ts'

export const action = pauseDrive.action
export default decisionDialog(pausing)
