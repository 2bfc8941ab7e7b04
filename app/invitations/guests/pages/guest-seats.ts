import { setSeats } from '#app/invitations/guests/host.server.ts'
import { seatsForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: seatsForm,
  done: invitationTexts.seatsSaved,
  failed: invitationTexts.notSaved,
  run: async (asked, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await setSeats(db, hostingIn(context), id, asked)
    return { go }
  },
})
