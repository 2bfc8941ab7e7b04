import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-sent-back.ts'
import { deskAt } from './desk.server.ts'
import { sentBack, type UnplacedDesk } from './desk.ts'
import { SentBackField } from './place-fields.tsx'
import { recordReturn } from './send-back.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<UnplacedDesk> => deskAt(db, params.money)

export const action = recordReturn.action
export default decisionDialog(sentBack, (_, answer) => <SentBackField answer={answer} />)
