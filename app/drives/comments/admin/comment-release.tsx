import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/comment-release.ts'
import { commentToDecide, releaseComment } from './decide.server.ts'
import { releasing } from './decisions.ts'
import { QuarantinedWords } from './quarantine-list.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  commentToDecide(db, numberIn(params.comment), actorIn(context))
export const action = releaseComment.action
export default decisionDialog(releasing, (comment) => <QuarantinedWords comment={comment} />)
