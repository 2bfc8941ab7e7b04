import { reportInvitationForm } from '#app/invitations/guests/answers/answer-forms.ts'
import { report } from '#app/invitations/guests/answers/wishes.server.ts'
import { guestTop, invitationTexts } from '#app/invitations/guests/invitation.ts'
import { linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/report.ts'
import { loadGuest } from './load.server.ts'
import { GuestScreen } from './page.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadGuest

export const action = formAction({
  form: reportInvitationForm,
  page: true,
  done: invitationTexts.reported,
  failed: invitationTexts.notReported,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async (typed, { params: { link = '' }, context }) => {
    const { address } = context.get(askedContext)
    await refuseUnknown(db, link, address)
    await report(db, link, { ...typed, address })
    return { go: guestTop(link) }
  },
})

/** The guest's page again, with the fields as typed and their errors. */
export default function ReportAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} first={actionData} />
}
