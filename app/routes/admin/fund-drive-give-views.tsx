import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { givingViews } from '#app/admin/drives/decisions.ts'
import { GiftField } from '#app/admin/views/gift-field.tsx'
import { giveViews } from '#app/admin/views/give.server.ts'

export const action = giveViews.action
export default decisionDialog(givingViews, ({ viewsLeft }, answer) => <GiftField left={viewsLeft} answer={answer} />)
