import { commentToDecide, releaseComment } from '#app/admin/comments/decide.server.ts'
import { releasing } from '#app/admin/comments/decisions.ts'
import { QuarantinedWords } from '#app/admin/comments/quarantine-list.tsx'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/comment-release.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  commentToDecide(db, numberIn(params.comment), actorIn(context))
export const action = releaseComment.action
export default decisionDialog(releasing, (comment) => <QuarantinedWords comment={comment} />)
