import { data } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn, deciderIn } from '#app/features/people/confirm.server.ts'
import { decideHeld, heldAsked, heldComment } from '#app/office/comments/held.server.ts'
import { heldQuery, says } from '#app/office/comments/held.ts'
import { decisionForm } from '#app/office/decision-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, deed } from '#app/platform/deed.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

// What the dialogs that release and hide a comment have in common.

/** The comment that is decided about. That somebody looked at it is written down. */
export async function commentToDecide({ params, context }: Args) {
  const comment = await heldComment(db, numberIn(params.comment))
  if (!comment) throw data(null, { status: 404 })
  await recordLook(db, { by: actorIn(context), noun: 'comment', subject: comment.id })
  return { comment }
}

/** Decides about it, and goes back to the list as it was found. */
export const decideComment = (state: 'shown' | 'hidden') =>
  deed({
    form: decisionForm,
    page: true,
    done: state === 'shown' ? says.released : says.hidden,
    failed: says.failed,
    secret: ['again'],
    run: async ({ why, again }, { request, params, context }) => {
      await decideHeld(db, numberIn(params.comment), state, { by: await deciderIn(db, context, again), why })
      return { go: `/admin/comments${heldQuery(heldAsked(new URL(request.url).searchParams).filter)}` }
    },
  })
