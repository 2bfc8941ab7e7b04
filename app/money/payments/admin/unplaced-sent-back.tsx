import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-sent-back.ts'
import { deskAt } from './desk.server.ts'
import { type Desk, sentBack } from './desk.ts'
import { SentBackField } from './place-fields.tsx'
import { recordReturn } from './send-back.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<Desk> => deskAt(db, params.money)

export const action = recordReturn.action
export default decisionDialog(sentBack, (_, answer) => <SentBackField answer={answer} />)
