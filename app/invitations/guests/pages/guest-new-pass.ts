import { replacePass } from '#app/invitations/guests/host.server.ts'
import { passForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** The host gives a guest another pass: the old one opens no door any more. */
export const action = deed({
  form: passForm,
  done: invitationTexts.passReplaced,
  failed: invitationTexts.passNotReplaced,
  run: async ({ no }, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await replacePass(db, hostingIn(context), id, no)
    return { go }
  },
})
