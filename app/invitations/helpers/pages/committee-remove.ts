import { helperTexts } from '#app/invitations/helpers/member.ts'
import { removeForm } from '#app/invitations/helpers/member-forms.ts'
import { removeHelper } from '#app/invitations/helpers/members.server.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: removeForm,
  done: helperTexts.removed,
  failed: helperTexts.notRemoved,
  run: async ({ helper }, { context }) => {
    const mine = hostingIn(context)
    await removeHelper(db, mine, helper)
    return { go: `/gathering/${mine.slug}/helpers` }
  },
})
