import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { allowing } from './decisions.ts'
import { allowGathering } from './stop.server.ts'

export const action = allowGathering.action
export default decisionDialog(allowing)
