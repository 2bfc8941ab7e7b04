import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { freezeWithdrawals } from '#app/money/payouts/admin/freeze.server.ts'
import { freezing } from './decisions.ts'

export const action = freezeWithdrawals.action
export default decisionDialog(freezing)
