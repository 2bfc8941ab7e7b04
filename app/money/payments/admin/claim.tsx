import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/claim.ts'
import { claimAt, refuseClaim } from './claims.server.ts'
import { leaving } from './claims.ts'

export const loader = ({ params }: Route.LoaderArgs) => claimAt(db, params)

export const action = refuseClaim.action
export default decisionDialog(leaving)
