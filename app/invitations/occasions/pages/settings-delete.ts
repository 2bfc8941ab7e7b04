import { deleteGathering } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: sureForm,
  done: occasionTexts.deleted,
  failed: occasionTexts.notDeleted,
  run: async (_, { context }) => {
    await deleteGathering(db, hostingIn(context))
    return { go: '/dashboard' }
  },
})
