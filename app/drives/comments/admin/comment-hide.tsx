import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/comment-hide.ts'
import { commentToDecide, hideComment } from './decide.server.ts'
import { hiding } from './decisions.ts'
import { QuarantinedWords } from './quarantine-list.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  commentToDecide(db, numberIn(params.comment), actorIn(context))
export const action = hideComment.action
export default decisionDialog(hiding, (comment) => <QuarantinedWords comment={comment} />)
