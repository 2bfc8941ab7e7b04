import { forgetForm } from '#app/invitations/guests/answers/answer-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { forgetByLink } from '#app/privacy/forget-guest.server.ts'
import type { Route } from './+types/forget.ts'
import { loadGuest } from './load.server.ts'
import { GuestScreen } from './page.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadGuest

/** Takes the guest off the list. */
export const action = formAction({
  form: forgetForm,
  page: true,
  done: invitationTexts.removed,
  failed: invitationTexts.notRemoved,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async ({ end, sure }, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    await forgetByLink(db, link, { end, sure })
    return { go: '/' }
  },
})

/** The guest's page again, with the fields as typed and their errors. */
export default function ForgetAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} first={actionData} />
}
