import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { bookStatement } from '#app/admin/mpesa/book-statement.server.ts'
import { heldAt } from '#app/admin/mpesa/rail.server.ts'
import { booking, type HeldStatement } from '#app/admin/mpesa/rail.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/mpesa-book-statement.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<HeldStatement> => heldAt(db, params.statement)

export const action = bookStatement.action
export default decisionDialog(booking)
