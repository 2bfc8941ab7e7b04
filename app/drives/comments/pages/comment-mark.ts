import { answerLimits, pin, thank } from '#app/drives/comments/answer.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { markForm } from '#app/drives/comments/comment-forms.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: markForm,
  failed: commentTexts.notChanged,
  limits: (_, { context }) => answerLimits(context.get(driveContext).id),
  run: async ({ comment, mark }, { context }) => {
    const set = mark.endsWith('thanked') ? thank : pin
    await set(db, context.get(driveContext).id, comment, !mark.startsWith('not '))
    return { says: commentTexts[mark] }
  },
})
