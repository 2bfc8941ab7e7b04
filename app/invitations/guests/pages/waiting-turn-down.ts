import { decideFor } from '#app/invitations/guests/host.server.ts'
import { decideForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** Turns down a guest who asks, waits or has an offer. */
export const action = deed({
  form: decideForm,
  done: invitationTexts.turnedDown,
  failed: invitationTexts.notTurnedDown,
  run: async ({ invitation }, { context }) => {
    const mine = hostingIn(context)
    await decideFor(db, mine, { invitation, decision: 'turn-down' })
    return { go: `/gathering/${mine.slug}/waiting` }
  },
})
