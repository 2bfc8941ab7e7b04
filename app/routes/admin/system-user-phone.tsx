import { PhoneFields } from '#app/features/people/phone-fields.tsx'
import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { givingPhone } from '#app/office/people/decisions.ts'
import { givePhone } from '#app/office/people/move.server.ts'

export const action = givePhone.action
export default decisionDialog(givingPhone, (_, answer) => <PhoneFields answer={answer} />)
