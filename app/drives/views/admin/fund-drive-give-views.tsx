import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { givingViews } from '#app/drives/drive/admin/decisions.ts'
import { GiftField } from './gift-field.tsx'
import { giveViews } from './give.server.ts'

export const action = giveViews.action
export default decisionDialog(givingViews, ({ viewsLeft }, answer) => <GiftField left={viewsLeft} answer={answer} />)
