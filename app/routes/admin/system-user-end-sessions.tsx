import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { endTheirSessions } from '#app/office/people/decide.server.ts'
import { endingSessions } from '#app/office/people/decisions.ts'

export const action = endTheirSessions.action
export default decisionDialog(endingSessions)
