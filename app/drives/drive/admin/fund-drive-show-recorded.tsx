import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { showingRecorded } from './decisions.ts'
import { showRecorded } from './hide-recorded.server.ts'

export const action = showRecorded.action
export default decisionDialog(showingRecorded)
