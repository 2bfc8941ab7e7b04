import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { claimAt, refuseClaim } from '#app/admin/payments/claims.server.ts'
import { leaving } from '#app/admin/payments/claims.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/claim.ts'

export const loader = ({ params }: Route.LoaderArgs) => claimAt(db, params)

export const action = refuseClaim.action
export default decisionDialog(leaving)
