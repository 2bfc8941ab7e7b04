import { redirect } from 'react-router'
import { quietForm } from '#app/invitations/guests/answer-forms.ts'
import { guestPath, guestTop, invitationTexts } from '#app/invitations/guests/invitation.ts'
import { linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { setQuiet } from '#app/invitations/guests/wishes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/quiet.ts'

export const action = deed({
  form: quietForm,
  failed: invitationTexts.notAnswered,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async ({ again }, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    await setQuiet(db, link, !again)
    return { go: guestTop(link), says: again ? invitationTexts.notQuiet : invitationTexts.quiet }
  },
})

export const loader = ({ params: { link } }: Route.LoaderArgs) => redirect(guestPath(link))
