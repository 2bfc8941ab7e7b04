import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/mpesa-book-statement.ts'
import { bookStatement, heldAt } from './rail.server.ts'
import { booking, type HeldStatement } from './rail.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<HeldStatement> => heldAt(db, params.statement)

export const action = bookStatement.action
export default decisionDialog(booking)
