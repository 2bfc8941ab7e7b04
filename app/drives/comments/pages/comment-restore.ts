import { answerLimits, restoreComment } from '#app/drives/comments/answer.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { commentOnlyForm } from '#app/drives/comments/comment-forms.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: commentOnlyForm,
  done: commentTexts.restored,
  failed: commentTexts.notChanged,
  limits: (_, { context }) => answerLimits(context.get(driveContext).id),
  run: async ({ comment }, { context }) => {
    const { id, slug } = context.get(driveContext)
    await restoreComment(db, id, comment)
    return { go: `/fund-drive/${slug}/comments` }
  },
})
