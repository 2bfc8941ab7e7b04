import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { restore } from '#app/office/people/decide.server.ts'
import { restoring } from '#app/office/people/decisions.ts'

export const action = restore.action
export default decisionDialog(restoring)
