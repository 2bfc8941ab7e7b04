import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { pausing } from '#app/admin/drives/decisions.ts'
import { pauseDrive } from '#app/admin/drives/pause.server.ts'

export const action = pauseDrive.action
export default decisionDialog(pausing)
