import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { gatheringOfDrive } from '#app/invitations/occasions/gathering.server.ts'
import { InviteForm } from '#app/invitations/occasions/invite-form.tsx'
import { inviteFromDrive } from '#app/invitations/occasions/occasion.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { newInvitationForm } from '#app/invitations/occasions/occasion-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/drive-invite.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title, ownerName } = context.get(driveContext)
  const known = await gatheringOfDrive(db, id)
  if (known) throw redirect(`/gathering/${known}/home`, 303)
  return { slug, title, hosts: ownerName, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: newInvitationForm,
  page: true,
  failed: occasionTexts.notMade,
  limits: (_, { context }) => [{ name: 'invite', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async (asked, { context }) => {
    const { slug, isOther } = await inviteFromDrive(
      db,
      context.get(personContext)!.id,
      asked,
      context.get(driveContext),
    )
    return { go: `/gathering/${slug}/home`, says: isOther ? occasionTexts.driveHad : occasionTexts.made }
  },
})

/** The form that makes the gathering of this drive. */
export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, title, hosts, formKey } = loaderData
  return (
    <Card
      title={<Trans>Invite guests</Trans>}
      text={<Trans>A card with a link: your guests answer in one tap, and may give where they say No.</Trans>}
      className="max-w-2xl"
    >
      <DriveTitle page={t`Invite guests`} />
      <InviteForm to={`/fund-drive/${slug}/invite`} {...{ formKey, first: { title, hosts } }} answer={actionData} />
    </Card>
  )
}
