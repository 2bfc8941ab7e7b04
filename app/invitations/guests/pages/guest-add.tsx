import { useLingui } from '@lingui/react/macro'
import { addGuest } from '#app/invitations/guests/add.server.ts'
import { AddGuest } from '#app/invitations/guests/add-guest.tsx'
import { addGuestForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { occasionChoices } from '#app/invitations/guests/story.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/guest-add.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  return { slug, formKey: crypto.randomUUID() as string, occasions: await occasionChoices(db, id) }
}

export const action = deed({
  form: addGuestForm,
  page: true,
  done: invitationTexts.added,
  failed: invitationTexts.notAdded,
  limits: (_, { context }) => [{ name: 'add-guest', key: context.get(personContext)!.id, times: 600, seconds: 3600 }],
  run: async (asked, { context }) => {
    const mine = hostingIn(context)
    await addGuest(db, mine, asked)
    return { go: `/gathering/${mine.slug}/guests` }
  },
})

export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, formKey, occasions } = loaderData
  return (
    <>
      <GatheringTitle page={t`Add a guest`} />
      <AddGuest base={`/gathering/${slug}/guests`} {...{ formKey, occasions }} first={actionData} />
    </>
  )
}
