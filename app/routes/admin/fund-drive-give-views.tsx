import { decisionDialog } from '#app/office/decision-dialog.tsx'
import { givingViews } from '#app/office/drives/decisions.ts'
import { GiftField } from '#app/office/views/gift-field.tsx'
import { giveViews } from '#app/office/views/give.server.ts'

export const action = giveViews.action
export default decisionDialog(givingViews, ({ viewsLeft }, answer) => <GiftField left={viewsLeft} answer={answer} />)
