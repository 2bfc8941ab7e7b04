import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { pausing } from '#app/office/drives/decisions.ts'
import { pauseDrive } from '#app/office/drives/pause.server.ts'

export const action = pauseDrive.action
export default decisionDialog(pausing)
