import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { givingPhone } from '#app/admin/people/decisions.ts'
import { givePhone } from '#app/admin/people/move.server.ts'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'

export const action = givePhone.action
export default decisionDialog(givingPhone, (_, answer) => <PhoneFields answer={answer} />)
