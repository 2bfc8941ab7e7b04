import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/refund-sent.ts'
import { byHandAt, recordRefund } from './by-hand.server.ts'
import { type ByHand, sent } from './by-hand.ts'
import { RefundCodeField } from './place-fields.tsx'

export const loader = ({ params }: Route.LoaderArgs): Promise<ByHand> => byHandAt(db, params.payment)

export const action = recordRefund.action
export default decisionDialog(sent, (_, answer) => <RefundCodeField answer={answer} />)
