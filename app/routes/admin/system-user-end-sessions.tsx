import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { endTheirSessions } from '#app/admin/people/decide.server.ts'
import { endingSessions } from '#app/admin/people/decisions.ts'

export const action = endTheirSessions.action
export default decisionDialog(endingSessions)
