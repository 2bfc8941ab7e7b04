import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/decision-pages.ts'
import { hiding, releasing } from './quarantine.ts'
import { commentToDecide, hideComment, releaseComment } from './quarantine-list.server.ts'
import { QuarantinedWords } from './quarantine-list.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  commentToDecide(db, numberIn(params.comment), actorIn(context))

export const action = actions({ ':comment/hide': hideComment.action, ':comment/release': releaseComment.action })

export default decisionDialogs({
  ':comment/hide': decisionDialog(hiding, (comment) => <QuarantinedWords comment={comment} />),
  ':comment/release': decisionDialog(releasing, (comment) => <QuarantinedWords comment={comment} />),
})
