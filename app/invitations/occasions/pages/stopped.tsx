import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect, useRouteLoaderData } from 'react-router'
import { gatheringToRead, type StoppedGathering, stoppedOf } from '#app/invitations/occasions/gathering.server.ts'
import { titled } from '#app/kit/brand.ts'
import { personContext, requirePerson } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/stopped.ts'

export const middleware: Route.MiddlewareFunction[] = [requirePerson]

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const stopped = await stoppedOf(db, person.id, slug)
  if (stopped) return stopped
  // The invitation was allowed again, perhaps while this page was open.
  if (await gatheringToRead(db, person, slug)) throw redirect(`/gathering/${slug}/home`, 303)
  throw data(null, { status: 404 })
}

/** The page that hosts see instead of an invitation's pages when the admins have stopped it. */
export default function Stopped({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`This invitation was stopped`)}</title>
      <OneThing
        back={{ to: '/dashboard', label: <Trans>Dashboard</Trans> }}
        title={<Trans>This invitation was stopped</Trans>}
      >
        <StoppedInvitation {...loaderData} />
      </OneThing>
    </OwnPages>
  )
}

/** Tells hosts that the admins stopped their invitation: why, the consequences, and whom to ask. */
function StoppedInvitation({ title, why }: StoppedGathering) {
  const { t } = useLingui()
  const supportUrl = (useRouteLoaderData('root') as { supportUrl?: string } | undefined)?.supportUrl
  return (
    <div className="grid gap-4 *:min-w-0">
      <p className="wrap-anywhere font-semibold text-lg" dir="auto">
        {title}
      </p>
      <p>
        <Trans>
          An administrator of {'{brand}'} has stopped this invitation. You and your guests can’t open its pages, and no
          messages are sent. Nothing was deleted.
        </Trans>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>
          If you think that this is a mistake, please write to support. When an administrator allows the invitation
          again, all its pages open again.
        </Trans>
      </p>
      {supportUrl && (
        <p>
          <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
            <Trans>Write to support</Trans>
          </a>
        </p>
      )}
    </div>
  )
}
