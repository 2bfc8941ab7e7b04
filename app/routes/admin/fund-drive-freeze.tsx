import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { freezing } from '#app/admin/drives/decisions.ts'
import { freezeWithdrawals } from '#app/admin/payouts/freeze.server.ts'

export const action = freezeWithdrawals.action
export default decisionDialog(freezing)
