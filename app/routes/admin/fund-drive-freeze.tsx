import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { freezing } from '#app/office/drives/decisions.ts'
import { freezeWithdrawals } from '#app/office/payouts/freeze.server.ts'

export const action = freezeWithdrawals.action
export default decisionDialog(freezing)
