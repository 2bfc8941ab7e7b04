import { Trans, useLingui } from '@lingui/react/macro'
import { InviteForm } from '#app/invitations/occasions/invite-form.tsx'
import { inviteFromDrive } from '#app/invitations/occasions/occasion.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { newInvitationForm } from '#app/invitations/occasions/occasion-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { ConfirmFirst } from '#app/people/accounts/confirm-first.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/new-invitation.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { email, isConfirmed, fullName } = context.get(personContext)!
  return { email, isConfirmed, hosts: fullName, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: newInvitationForm,
  page: true,
  done: occasionTexts.made,
  failed: occasionTexts.notMade,
  limits: (_, { context }) => [{ name: 'invite', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async (asked, { context }) => {
    const { slug } = await inviteFromDrive(db, context.get(personContext)!.id, asked)
    return { go: `/gathering/${slug}/home` }
  },
})

/** The form that makes a gathering without a drive. */
export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { email, isConfirmed, formKey, hosts } = loaderData
  return (
    <OneThing
      back={{ to: '/dashboard', label: <Trans>Dashboard</Trans> }}
      title={<Trans>New invitation</Trans>}
      text={<Trans>It takes about a minute. Everything can be changed later.</Trans>}
    >
      <title>{titled(t`New invitation`)}</title>
      <div className="grid gap-5">
        {email && !isConfirmed && <ConfirmFirst email={email} />}
        <InviteForm to="/dashboard/invite" formKey={formKey} first={{ hosts }} answer={actionData} />
      </div>
    </OneThing>
  )
}
