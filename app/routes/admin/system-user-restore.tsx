import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { restore } from '#app/admin/people/decide.server.ts'
import { restoring } from '#app/admin/people/decisions.ts'

export const action = restore.action
export default decisionDialog(restoring)
