import { forgetGuest } from '#app/invitations/guests/forget-guest.server.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: sureForm,
  done: invitationTexts.forgotten,
  failed: invitationTexts.notForgotten,
  run: async (_, { context, params }) => {
    const { id, all } = guestPlace(context, params)
    await forgetGuest(db, hostingIn(context), id)
    return { go: all }
  },
})
