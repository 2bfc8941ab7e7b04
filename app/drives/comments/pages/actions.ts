import {
  answerLimits,
  deleteComment,
  pin,
  replyTo,
  restoreComment,
  thankForComment,
} from '#app/drives/comments/answer.server.ts'
import { setCommentState } from '#app/drives/comments/comment.server.ts'
import { commentTexts } from '#app/drives/comments/comment.ts'
import { commentOnlyForm, markForm, replyForm, stateForm } from '#app/drives/comments/comment-forms.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

export const action = actions({
  'comments/delete': formAction({
    form: commentOnlyForm,
    failed: commentTexts.notChanged,
    limits: (_, { context }) => answerLimits(context.get(driveContext).id),
    run: async ({ comment }, { context }) => {
      const { id, slug } = context.get(driveContext)
      await deleteComment(db, id, comment)
      return { go: `/fund-drive/${slug}/comments?deleted=${comment}` }
    },
  }),
  'comments/mark': formAction({
    form: markForm,
    failed: commentTexts.notChanged,
    limits: (_, { context }) => answerLimits(context.get(driveContext).id),
    run: async ({ comment, mark }, { context }) => {
      const set = mark.endsWith('thanked') ? thankForComment : pin
      await set(db, context.get(driveContext).id, comment, !mark.startsWith('not '))
      return { says: commentTexts[mark] }
    },
  }),
  'comments/reply': formAction({
    form: replyForm,
    failed: commentTexts.notChanged,
    limits: (_, { context }) => answerLimits(context.get(driveContext).id),
    run: async ({ comment, reply }, { context }) => {
      await replyTo(db, context.get(driveContext).id, comment, reply)
      return { says: reply === null ? commentTexts.replyGone : commentTexts.replied }
    },
  }),
  'comments/restore': formAction({
    form: commentOnlyForm,
    done: commentTexts.restored,
    failed: commentTexts.notChanged,
    limits: (_, { context }) => answerLimits(context.get(driveContext).id),
    run: async ({ comment }, { context }) => {
      const { id, slug } = context.get(driveContext)
      await restoreComment(db, id, comment)
      return { go: `/fund-drive/${slug}/comments` }
    },
  }),
  'comments/state': formAction({
    form: stateForm,
    failed: commentTexts.notChanged,
    run: async ({ comment, state }, { context }) => {
      await setCommentState(db, context.get(driveContext).id, comment, state)
      return { says: commentTexts[state] }
    },
  }),
})
