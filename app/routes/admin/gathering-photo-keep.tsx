import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { keepingPhoto } from '#app/office/gatherings/decisions.ts'
import { leavePhoto } from '#app/office/gatherings/photos.server.ts'

export const action = leavePhoto.action
export default decisionDialog(keepingPhoto)
