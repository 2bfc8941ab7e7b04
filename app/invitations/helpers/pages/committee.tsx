import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { CommitteePart } from '#app/invitations/helpers/committee-part.tsx'
import { helperTexts } from '#app/invitations/helpers/member.ts'
import { helpersOf, inviteHelper, inviteSecretaryForm } from '#app/invitations/helpers/members.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { runnersOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/committee.ts'

export const middleware: Route.MiddlewareFunction[] = [runnersOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title, drive } = context.get(gatheringContext)
  return { slug, title, drive, helpers: await part(context, helpersOf(db, { gathering_id: id })) }
}

export const action = formAction({
  form: inviteSecretaryForm,
  page: true,
  done: helperTexts.invited,
  failed: helperTexts.notInvited,
  limits: (_, { context }) => [{ name: 'invite', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ invited }, { context }) => {
    const token = await inviteHelper(db, hostingIn(context), invited, 'secretary')
    return { gave: { link: `${namedOrigin(context.get(askedContext))}/help/${token}`, role: 'secretary' } }
  },
})

/** The people who look after this invitation with its host. */
export default function Helpers({ loaderData: { slug, title, drive, helpers }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 *:min-w-0" aria-label={t`Helpers`}>
      <GatheringTitle page={t`Helpers`} />
      <CommitteePart
        noun="gathering"
        base={`/gathering/${slug}/helpers`}
        title={title}
        helpers={helpers}
        first={actionData}
      >
        {drive && (
          <p className="mt-3 text-muted">
            <Trans>
              Secretaries of the fund drive look after the guests, too:{' '}
              <Link to={`/fund-drive/${drive.slug}/settings/helpers`} className="text-link">
                helpers of the fund drive
              </Link>
            </Trans>
          </p>
        )}
      </CommitteePart>
    </section>
  )
}
