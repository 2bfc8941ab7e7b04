import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { showingRecorded } from '#app/admin/drives/decisions.ts'
import { showRecorded } from '#app/admin/drives/hide-recorded.server.ts'

export const action = showRecorded.action
export default decisionDialog(showingRecorded)
