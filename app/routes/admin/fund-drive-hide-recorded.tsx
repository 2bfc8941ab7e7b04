import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { hidingRecorded } from '#app/admin/drives/decisions.ts'
import { hideRecorded } from '#app/admin/drives/hide-recorded.server.ts'

export const action = hideRecorded.action
export default decisionDialog(hidingRecorded)
