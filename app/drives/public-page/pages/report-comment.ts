import { reportComment, reportLimits } from '#app/drives/comments/answer.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { commentOnlyForm } from '#app/drives/comments/comment-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'

export const action = deed({
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
})
