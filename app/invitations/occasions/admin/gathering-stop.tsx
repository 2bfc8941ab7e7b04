import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { stopping } from './decisions.ts'
import { stopGathering } from './stop.server.ts'

export const action = stopGathering.action
export default decisionDialog(stopping)
