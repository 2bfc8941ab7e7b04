import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/refund-cancel.ts'
import { byHandAt, cancelRefund } from './by-hand.server.ts'
import { type ByHand, givenUp } from './by-hand.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<ByHand> => byHandAt(db, params.payment)

export const action = cancelRefund.action
export default decisionDialog(givenUp)
