import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { CommitteePart } from '#app/invitations/helpers/committee-part.tsx'
import { helperTexts } from '#app/invitations/helpers/member.ts'
import { helpersOf, inviteHelper, inviteHelperForm } from '#app/invitations/helpers/members.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/committee.ts'
import { DriveTitle, driveContext } from './context.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title } = context.get(driveContext)
  return { slug, title, helpers: await part(context, helpersOf(db, { fund_drive_id: id })) }
}

export const action = formAction({
  form: inviteHelperForm,
  page: true,
  done: helperTexts.invited,
  failed: helperTexts.notInvited,
  limits: (_, { context }) => [{ name: 'invite', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ invited, role }, { context, params }) => {
    const mine = { ownerId: context.get(personContext)!.id, slug: params.slug! }
    const token = await inviteHelper(db, mine, invited, role)
    return { gave: { link: `${namedOrigin(context.get(askedContext))}/help/${token}`, role } }
  },
})

export default function Helpers({ loaderData: { slug, title, helpers }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <DriveTitle page={t`Helpers`} />
      <CommitteePart
        noun="drive"
        base={`/fund-drive/${slug}/settings/helpers`}
        title={title}
        helpers={helpers}
        first={actionData}
      />
      <Link to={`/fund-drive/${slug}/settings`} className="inline-flex min-h-11 items-center text-link">
        <Trans>All settings</Trans>
      </Link>
    </div>
  )
}
