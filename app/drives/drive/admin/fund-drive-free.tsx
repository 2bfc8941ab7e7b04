import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { freeWithdrawals } from '#app/money/payouts/admin/freeze.server.ts'
import { unfreezing } from './decisions.ts'

export const action = freeWithdrawals.action
export default decisionDialog(unfreezing)
