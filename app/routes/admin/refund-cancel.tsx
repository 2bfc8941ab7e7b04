import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { byHandAt, cancelRefund } from '#app/admin/payments/by-hand.server.ts'
import { type ByHand, givenUp } from '#app/admin/payments/by-hand.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/refund-cancel.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<ByHand> => byHandAt(db, params.payment)

export const action = cancelRefund.action
export default decisionDialog(givenUp)
