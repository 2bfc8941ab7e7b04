import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { opening } from './decisions.ts'
import { openDrive } from './pause.server.ts'

export const action = openDrive.action
export default decisionDialog(opening)
