import { deleteGathering } from '#app/invitations/occasions/gathering.server.ts'
import { says } from '#app/invitations/occasions/occasion.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: sureForm,
  done: says.deleted,
  failed: says.notDeleted,
  run: async (_, { context }) => {
    await deleteGathering(db, hostingIn(context))
    return { go: '/dashboard' }
  },
})
