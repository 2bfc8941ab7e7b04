import { saveGuest } from '#app/invitations/guests/host.server.ts'
import { saveForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

export const action = deed({
  form: saveForm,
  done: invitationTexts.saved,
  failed: invitationTexts.notSaved,
  run: async (asked, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await saveGuest(db, hostingIn(context), id, asked)
    return context.get(askedContext).byScript ? { gave: { version: asked.version + 1 } } : { go }
  },
})
