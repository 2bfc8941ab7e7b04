import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { hidingRecorded } from '#app/office/drives/decisions.ts'
import { hideRecorded } from '#app/office/drives/hide-recorded.server.ts'

export const action = hideRecorded.action
export default decisionDialog(hidingRecorded)
