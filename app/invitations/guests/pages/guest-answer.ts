import { answerFor } from '#app/invitations/guests/host.server.ts'
import { hostAnswerForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** The host answers for a guest, who may be put on the waitlist by it. */
export const action = deed({
  form: hostAnswerForm,
  done: invitationTexts.answered,
  failed: invitationTexts.notAnswered,
  run: async (asked, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    const { state } = await answerFor(db, hostingIn(context), id, asked)
    return { go, says: state === 'waiting' ? invitationTexts.putInLine : invitationTexts.answered }
  },
})
