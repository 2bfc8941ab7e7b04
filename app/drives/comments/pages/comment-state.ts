import { setCommentState } from '#app/drives/comments/comment.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { stateForm } from '#app/drives/comments/comment-forms.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: stateForm,
  failed: commentTexts.notChanged,
  run: async ({ comment, state }, { context }) => {
    await setCommentState(db, context.get(driveContext).id, comment, state)
    return { says: commentTexts[state] }
  },
})
