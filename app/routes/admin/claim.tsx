import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { claimAt, refuseClaim } from '#app/office/payments/claims.server.ts'
import { leaving } from '#app/office/payments/claims.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/claim.ts'

export const loader = ({ params }: Route.LoaderArgs) => claimAt(db, params)

export const action = refuseClaim.action
export default decisionDialog(leaving)
