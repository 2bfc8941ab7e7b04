import { reportComment, reportLimits } from '#app/drives/comments/answer.server.ts'
import { likeComment, likeLimits } from '#app/drives/comments/comment.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { commentOnlyForm, likeForm } from '#app/drives/comments/comment-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { actedCookie, visitorKey } from '#app/platform/visitor.server.ts'

export const action = actions({
  like: formAction({
    form: likeForm,
    failed: commentTexts.notLiked,
    limits: ({ comment }, { context }) => likeLimits(context.get(askedContext).address, comment),
    run: async ({ comment, comments }, { request, params, context }) => {
      const { address, byScript } = context.get(askedContext)
      const likes = await likeComment(db, params.slug ?? '', comment, visitorKey(request, address))
      if (byScript) return { gave: { likes }, cookies: [actedCookie] }
      return {
        go: `/fundraiser/${params.slug}?tab=comments${comments ? `&comments=${comments}` : ''}#comment-${comment}`,
        cookies: [actedCookie],
      }
    },
  }),
  'comment/report': formAction({
    form: commentOnlyForm,
    done: commentTexts.reported,
    failed: commentTexts.notReported,
    limits: (_, { request, context }) => {
      const { address } = context.get(askedContext)
      return reportLimits(visitorKey(request, address), address)
    },
    run: async ({ comment }, { request, params, context }) => {
      const { address, byScript } = context.get(askedContext)
      await reportComment(db, params.slug ?? '', comment, visitorKey(request, address))
      return byScript ? {} : { go: `/fundraiser/${params.slug}?tab=comments` }
    },
  }),
})
