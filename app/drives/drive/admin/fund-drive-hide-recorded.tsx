import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { hidingRecorded } from './decisions.ts'
import { hideRecorded } from './hide-recorded.server.ts'

export const action = hideRecorded.action
export default decisionDialog(hidingRecorded)
