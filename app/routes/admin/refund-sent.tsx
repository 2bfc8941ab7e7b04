import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { byHandAt, recordRefund } from '#app/admin/payments/by-hand.server.ts'
import { type ByHand, sent } from '#app/admin/payments/by-hand.ts'
import { RefundCodeField } from '#app/admin/payments/place-fields.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/refund-sent.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<ByHand> => byHandAt(db, params.payment)

export const action = recordRefund.action
export default decisionDialog(sent, (_, answer) => <RefundCodeField answer={answer} />)
