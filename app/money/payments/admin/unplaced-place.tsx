import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-place.ts'
import { deskAt } from './desk.server.ts'
import { placing, type UnplacedDesk } from './desk.ts'
import { PlaceFields } from './place-fields.tsx'
import { placeUnplaced } from './place-unplaced.server.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<UnplacedDesk> => deskAt(db, params.money)

export const action = placeUnplaced.action
export default decisionDialog(placing, (desk, answer) => <PlaceFields desk={desk} answer={answer} />)
