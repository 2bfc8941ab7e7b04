import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { restore } from './decide.server.ts'
import { restoring } from './decisions.ts'

export const action = restore.action
export default decisionDialog(restoring)
