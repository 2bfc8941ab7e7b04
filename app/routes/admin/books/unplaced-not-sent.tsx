import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { deskAt } from '#app/admin/payments/desk.server.ts'
import { type Desk, notSent } from '#app/admin/payments/desk.ts'
import { freeReturn } from '#app/admin/payments/send-back.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-not-sent.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<Desk> => deskAt(db, params.money)

export const action = freeReturn.action
export default decisionDialog(notSent)
