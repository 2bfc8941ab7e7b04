import { helperTexts } from '#app/invitations/helpers/member.ts'
import { leaveHelper, removeForm, removeHelper } from '#app/invitations/helpers/members.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

export const action = actions({
  'helpers/leave': formAction({
    done: helperTexts.left,
    failed: helperTexts.notRemoved,
    run: async (_, { context }) => {
      await leaveHelper(db, context.get(personContext)!.id, { gathering_id: context.get(gatheringContext).id })
      return { go: '/dashboard' }
    },
  }),
  'helpers/remove': formAction({
    form: removeForm,
    done: helperTexts.removed,
    failed: helperTexts.notRemoved,
    run: async ({ helper }, { context }) => {
      const mine = hostingIn(context)
      await removeHelper(db, mine, helper)
      return { go: `/gathering/${mine.slug}/helpers` }
    },
  }),
})
