import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'
import { givingPhone } from './decisions.ts'
import { givePhone } from './move.server.ts'

export const action = givePhone.action
export default decisionDialog(givingPhone, (_, answer) => <PhoneFields answer={answer} />)
