import { redirect } from 'react-router'
import { guestCookie } from '#app/invitations/activity/tie.server.ts'
import { answer } from '#app/invitations/guests/answer.server.ts'
import { giveForm } from '#app/invitations/guests/answer-forms.ts'
import { guestPath, guestTop, invitationTexts, occasionOn } from '#app/invitations/guests/invitation.ts'
import { givesTo, linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/give.ts'

/** Leads to giving. With an occasion, they can't come to it and are written down as one who will give. */
export const action = deed({
  form: giveForm,
  failed: invitationTexts.notAnswered,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async ({ no }, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    const drive = await givesTo(db, link)
    if (no !== undefined)
      await answer(db, link, { no, reply: 'no', adults: 0, children: 0, gives: drive !== undefined })
    // A page that was open for long still offers what has ended.
    if (!drive) return { go: no ? occasionOn(link, no) : guestTop(link), says: invitationTexts.answered }
    return { go: `/fundraiser/${drive}/donate`, cookies: [guestCookie(link, drive)] }
  },
})

export const loader = ({ params: { link } }: Route.LoaderArgs) => redirect(guestPath(link))
