import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { opening } from '#app/admin/drives/decisions.ts'
import { openDrive } from '#app/admin/drives/pause.server.ts'

export const action = openDrive.action
export default decisionDialog(opening)
