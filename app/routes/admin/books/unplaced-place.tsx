import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { deskAt } from '#app/admin/payments/desk.server.ts'
import { type Desk, placing } from '#app/admin/payments/desk.ts'
import { PlaceFields } from '#app/admin/payments/place-fields.tsx'
import { placeUnplaced } from '#app/admin/payments/place-unplaced.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-place.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<Desk> => deskAt(db, params.money)

export const action = placeUnplaced.action
export default decisionDialog(placing, (desk, answer) => <PlaceFields desk={desk} answer={answer} />)
