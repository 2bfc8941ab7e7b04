import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { keepingPhoto } from './decisions.ts'
import { leavePhoto } from './photos.server.ts'

export const action = leavePhoto.action
export default decisionDialog(keepingPhoto)
