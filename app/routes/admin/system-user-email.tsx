import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { movingEmail } from '#app/office/people/decisions.ts'
import { EmailField } from '#app/office/people/email-field.tsx'
import { moveEmail } from '#app/office/people/move.server.ts'

export const action = moveEmail.action
export default decisionDialog(movingEmail, (_, answer) => <EmailField answer={answer} />)
