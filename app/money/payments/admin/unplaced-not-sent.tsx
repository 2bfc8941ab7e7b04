import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-not-sent.ts'
import { deskAt } from './desk.server.ts'
import { notSent, type UnplacedDesk } from './desk.ts'
import { freeReturn } from './send-back.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<UnplacedDesk> => deskAt(db, params.money)

export const action = freeReturn.action
export default decisionDialog(notSent)
