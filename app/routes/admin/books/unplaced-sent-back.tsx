import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { deskAt } from '#app/admin/payments/desk.server.ts'
import { type Desk, sentBack } from '#app/admin/payments/desk.ts'
import { SentBackField } from '#app/admin/payments/place-fields.tsx'
import { recordReturn } from '#app/admin/payments/send-back.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-sent-back.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<Desk> => deskAt(db, params.money)

export const action = recordReturn.action
export default decisionDialog(sentBack, (_, answer) => <SentBackField answer={answer} />)
