import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { takingPhotoDown } from './decisions.ts'
import { takePhotoDown } from './photos.server.ts'

export const action = takePhotoDown.action
export default decisionDialog(takingPhotoDown)
