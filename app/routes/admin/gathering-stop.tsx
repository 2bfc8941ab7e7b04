import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { stopping } from '#app/admin/gatherings/decisions.ts'
import { stopGathering } from '#app/admin/gatherings/stop.server.ts'

export const action = stopGathering.action
export default decisionDialog(stopping)
