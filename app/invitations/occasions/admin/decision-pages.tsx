import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { actions } from '#app/platform/form-action.server.ts'
import { allowGathering, leavePhoto, stopGathering, takePhotoDown } from './decide.server.tsx'
import { allowing, keepingPhoto, stopping, takingPhotoDown } from './gathering-admin.ts'

export const action = actions({
  stop: stopGathering.action,
  allow: allowGathering.action,
  'photos/:photo/take-down': takePhotoDown.action,
  'photos/:photo/keep': leavePhoto.action,
})

export default decisionDialogs({
  stop: decisionDialog(stopping),
  allow: decisionDialog(allowing),
  'photos/:photo/take-down': decisionDialog(takingPhotoDown),
  'photos/:photo/keep': decisionDialog(keepingPhoto),
})
