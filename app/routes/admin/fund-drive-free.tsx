import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { unfreezing } from '#app/admin/drives/decisions.ts'
import { freeWithdrawals } from '#app/admin/payouts/freeze.server.ts'

export const action = freeWithdrawals.action
export default decisionDialog(unfreezing)
