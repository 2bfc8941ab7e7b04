import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { gatheringToRead, stoppedOf } from '#app/invitations/occasions/gathering.server.ts'
import { StoppedInvitation } from '#app/invitations/occasions/stopped-invitation.tsx'
import { personContext, requirePerson } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/stopped.ts'

export const middleware: Route.MiddlewareFunction[] = [requirePerson]

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const stopped = await stoppedOf(db, person.id, slug)
  if (stopped) return stopped
  // It was allowed again, perhaps while this page was open.
  if (await gatheringToRead(db, person, slug)) throw redirect(`/gathering/${slug}/home`, 303)
  throw data(null, { status: 404 })
}

/** What hosts find instead of the pages of an invitation that the office stopped. */
export default function Stopped({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`This invitation was stopped`} · Harambee`}</title>
      <OneThing
        back={{ to: '/dashboard', label: <Trans>Dashboard</Trans> }}
        title={<Trans>This invitation was stopped</Trans>}
      >
        <StoppedInvitation {...loaderData} />
      </OneThing>
    </OwnPages>
  )
}
