import { decideFor } from '#app/invitations/guests/host.server.ts'
import { decideForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** Offers a place out of turn. */
export const action = deed({
  form: decideForm,
  done: invitationTexts.offered,
  failed: invitationTexts.notOffered,
  run: async ({ invitation }, { context }) => {
    const mine = hostingIn(context)
    await decideFor(db, mine, { invitation, decision: 'offer' })
    return { go: `/gathering/${mine.slug}/waiting` }
  },
})
