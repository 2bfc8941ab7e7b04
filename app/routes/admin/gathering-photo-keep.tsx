import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { keepingPhoto } from '#app/admin/gatherings/decisions.ts'
import { leavePhoto } from '#app/admin/gatherings/photos.server.ts'

export const action = leavePhoto.action
export default decisionDialog(keepingPhoto)
