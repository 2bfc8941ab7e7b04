import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { stopping } from '#app/office/gatherings/decisions.ts'
import { stopGathering } from '#app/office/gatherings/stop.server.ts'

export const action = stopGathering.action
export default decisionDialog(stopping)
