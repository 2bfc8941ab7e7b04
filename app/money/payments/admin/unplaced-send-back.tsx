import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-send-back.ts'
import { deskAt } from './desk.server.ts'
import { sendingBack, type UnplacedDesk } from './desk.ts'
import { reserveReturn } from './send-back.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<UnplacedDesk> => deskAt(db, params.money)

export const action = reserveReturn.action
export default decisionDialog(sendingBack)
