import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { endTheirSessions } from './decide.server.ts'
import { endingSessions } from './decisions.ts'

export const action = endTheirSessions.action
export default decisionDialog(endingSessions)
