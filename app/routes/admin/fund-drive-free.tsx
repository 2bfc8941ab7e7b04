import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { unfreezing } from '#app/office/drives/decisions.ts'
import { freeWithdrawals } from '#app/office/payouts/freeze.server.ts'

export const action = freeWithdrawals.action
export default decisionDialog(unfreezing)
