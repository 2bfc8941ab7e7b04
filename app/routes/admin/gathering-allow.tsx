import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { allowing } from '#app/admin/gatherings/decisions.ts'
import { allowGathering } from '#app/admin/gatherings/stop.server.ts'

export const action = allowGathering.action
export default decisionDialog(allowing)
