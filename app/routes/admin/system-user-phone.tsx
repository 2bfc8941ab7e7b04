import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { givingPhone } from '#app/office/people/decisions.ts'
import { givePhone } from '#app/office/people/move.server.ts'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'

export const action = givePhone.action
export default decisionDialog(givingPhone, (_, answer) => <PhoneFields answer={answer} />)
