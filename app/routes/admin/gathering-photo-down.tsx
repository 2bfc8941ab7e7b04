import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { takingPhotoDown } from '#app/admin/gatherings/decisions.ts'
import { takePhotoDown } from '#app/admin/gatherings/photos.server.ts'

export const action = takePhotoDown.action
export default decisionDialog(takingPhotoDown)
