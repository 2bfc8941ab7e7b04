import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { guestAnswerForm } from '#app/invitations/guests/answers/answer-forms.ts'
import { invitationTexts, occasionOn, outcomeSays } from '#app/invitations/guests/invitation.ts'
import { linkLimits, refuseOften, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/answer.ts'
import { loadGuest } from './load.server.ts'
import { GuestScreen } from './page.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadGuest

export const action = formAction({
  form: guestAnswerForm,
  page: true,
  failed: invitationTexts.notAnswered,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async (asked, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    await refuseOften(asked.email)
    const { state } = await answer(db, link, { ...asked, language: context.get(languageContext) })
    return { go: occasionOn(link, asked.no), says: outcomeSays(state) }
  },
})

/** The guest's page again, with the fields as typed and their errors. */
export default function AnswerAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} first={actionData} />
}
