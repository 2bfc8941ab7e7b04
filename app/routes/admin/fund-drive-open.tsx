import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { opening } from '#app/office/drives/decisions.ts'
import { openDrive } from '#app/office/drives/pause.server.ts'

export const action = openDrive.action
export default decisionDialog(opening)
