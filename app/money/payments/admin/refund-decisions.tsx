import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/refund-decisions.ts'
import { RefundCodeField } from './place-fields.tsx'
import { type ByHand, givenUp, sent } from './refund.ts'
import { byHandAt, cancelRefund, recordRefund } from './refunds-list.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<ByHand> => byHandAt(db, params.payment)

export const action = actions({ 'refund-sent': recordRefund.action, 'refund-cancel': cancelRefund.action })

export default decisionDialogs({
  'refund-sent': decisionDialog(sent, (_, answer) => <RefundCodeField answer={answer} />),
  'refund-cancel': decisionDialog(givenUp),
})
