import { mergeForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { keepApart, mergeGuest } from '#app/invitations/guests/merge.server.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** "It is her", or "Somebody else". */
export const action = deed({
  form: mergeForm,
  failed: invitationTexts.notMerged,
  run: async (asked, { context, params }) => {
    const { id, go, all } = guestPlace(context, params)
    const mine = hostingIn(context)
    if (asked.decision === 'other') {
      await keepApart(db, mine, id)
      return { go, says: invitationTexts.notTheSame }
    }
    const { into } = await mergeGuest(db, mine, id, asked.with)
    return { go: `${all}/${into}`, says: invitationTexts.merged }
  },
})
