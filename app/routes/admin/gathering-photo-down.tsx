import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { takingPhotoDown } from '#app/office/gatherings/decisions.ts'
import { takePhotoDown } from '#app/office/gatherings/photos.server.ts'

export const action = takePhotoDown.action
export default decisionDialog(takingPhotoDown)
