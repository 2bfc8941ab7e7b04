import { replaceLink } from '#app/invitations/guests/host.server.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: sureForm,
  done: invitationTexts.linkReplaced,
  failed: invitationTexts.notSaved,
  run: async (_, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await replaceLink(db, hostingIn(context), id)
    return { go }
  },
})
