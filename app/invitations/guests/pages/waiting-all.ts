import { decideForAll } from '#app/invitations/guests/host.server.ts'
import { decideAllForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** Says one thing to all who ask to come to an occasion. */
export const action = deed({
  form: decideAllForm,
  failed: invitationTexts.notOffered,
  run: async (decided, { context }) => {
    const mine = hostingIn(context)
    const many = await decideForAll(db, mine, decided)
    const title =
      decided.decision === 'approve' ? invitationTexts.allApproved(many) : invitationTexts.allTurnedDown(many)
    return { go: `/gathering/${mine.slug}/waiting`, says: { title } }
  },
})
