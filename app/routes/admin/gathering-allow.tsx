import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { allowing } from '#app/office/gatherings/decisions.ts'
import { allowGathering } from '#app/office/gatherings/stop.server.ts'

export const action = allowGathering.action
export default decisionDialog(allowing)
