import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { tieByLink } from '#app/invitations/activity/tie.server.ts'
import { guestTop } from '#app/invitations/guests/invitation.ts'
import { driveOf, linkLimits } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { actedCookie, visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/word.ts'
import { loadGuest } from './load.server.ts'
import { GuestScreen } from './page.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadGuest

export const action = formAction({
  form: commentForm,
  page: true,
  failed: commentTexts.notPosted,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async (typed, { request, params: { link = '' }, context }) => {
    const { address } = context.get(askedContext)
    const slug = await driveOf(db, link, address)
    const { state } = await postComment(db, slug, typed, visitorKey(request, address), (tx, comment) =>
      tieByLink(tx, link, { comment }),
    )
    return {
      go: guestTop(link),
      says: state === 'shown' ? commentTexts.posted : commentTexts.waits,
      cookies: [actedCookie],
    }
  },
})

/** The guest's page again, with the fields as typed and their errors. */
export default function WordAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} first={actionData} />
}
