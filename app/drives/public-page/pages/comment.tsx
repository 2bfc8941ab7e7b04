import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { commentLimits, postComment } from '#app/drives/comments/comment.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { CommentForm } from '#app/drives/comments/comment-form.tsx'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { guestIn, tieByLink } from '#app/invitations/activity/tie.server.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { actedCookie, visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/comment.ts'
import { loadSheet } from './sheet.server.ts'
import { PublicSheet } from './sheet.tsx'

/** The comments, with the way to the updates below the form, which reads this word. */
const afterwards = (slug: string): string => `/fundraiser/${slug}?tab=comments&commented=yes`

export const loader = (args: Route.LoaderArgs) => loadSheet(args)

export const action = formAction({
  form: commentForm,
  page: true,
  failed: commentTexts.notPosted,
  limits: (_, { context }) => commentLimits(context.get(askedContext).address),
  run: async (typed, { request, params, context }) => {
    const { address, byScript } = context.get(askedContext)
    const { state } = await postComment(db, params.slug ?? '', typed, visitorKey(request, address), (tx, comment) =>
      tieByLink(tx, guestIn(request), { comment }),
    )
    const go = byScript ? {} : { go: afterwards(params.slug ?? '') }
    return {
      ...go,
      says: state === 'shown' ? commentTexts.posted : commentTexts.waits,
      gave: { key: crypto.randomUUID() },
      cookies: [actedCookie],
    }
  },
})

export default function Comment({ loaderData: { slug, title, shut, key }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const posted = () => void navigate(afterwards(slug))
  return (
    <PublicSheet heading={<Trans>Leave a comment</Trans>} slug={slug} title={title} shut={shut} answer={actionData}>
      <title>{titled(t`Leave a comment`)}</title>
      <meta name="robots" content="noindex" />
      <CommentForm slug={slug} formKey={actionData?.typed?.key ?? key} first={actionData} onPosted={posted} />
    </PublicSheet>
  )
}
