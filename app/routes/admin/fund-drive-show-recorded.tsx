import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { showingRecorded } from '#app/office/drives/decisions.ts'
import { showRecorded } from '#app/office/drives/hide-recorded.server.ts'

export const action = showRecorded.action
export default decisionDialog(showingRecorded)
