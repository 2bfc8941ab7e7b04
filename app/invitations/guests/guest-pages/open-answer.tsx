import { answerShared } from '#app/invitations/guests/add.server.ts'
import { sharedForm } from '#app/invitations/guests/answers/answer-forms.ts'
import { invitationTexts, occasionOn, outcomeSays } from '#app/invitations/guests/invitation.ts'
import { refuseOften, sharedLimits } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/open-answer.ts'
import { loadOpen } from './load.server.ts'
import { OpenScreen } from './open.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadOpen

/** Books the answer, makes a page for the new guest and redirects to it. */
export const action = formAction({
  form: sharedForm,
  page: true,
  failed: invitationTexts.notAnswered,
  limits: ({ phone }, { context }) => sharedLimits(phone, context.get(askedContext).address),
  run: async ({ email = null, ...asked }, { params: { slug = '' }, context }) => {
    const language = context.get(languageContext)
    const { address } = context.get(askedContext)
    await refuseOften(email ?? undefined)
    const { state, link } = await answerShared(db, slug, { ...asked, email, language, address })
    return { go: occasionOn(link, asked.no), says: outcomeSays(state) }
  },
})

/** The page again, with the fields as typed and their errors. */
export default function OpenAnswer({ loaderData, actionData }: Route.ComponentProps) {
  return <OpenScreen loaded={loaderData} first={actionData} />
}
