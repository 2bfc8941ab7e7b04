import { answerLimits, replyTo } from '#app/drives/comments/answer.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { replyForm } from '#app/drives/comments/comment-forms.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: replyForm,
  failed: commentTexts.notChanged,
  limits: (_, { context }) => answerLimits(context.get(driveContext).id),
  run: async ({ comment, reply }, { context }) => {
    await replyTo(db, context.get(driveContext).id, comment, reply)
    return { says: reply === null ? commentTexts.replyGone : commentTexts.replied }
  },
})
