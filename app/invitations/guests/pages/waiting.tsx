import { Trans, useLingui } from '@lingui/react/macro'
import { waitingGuests } from '#app/invitations/guests/waiting.server.ts'
import { WaitingPart } from '#app/invitations/guests/waiting.tsx'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/waiting.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  return { slug, waiting: await part(context, waitingGuests(db, id)) }
}

/** The guests who wait for a place, in the order of the line, and those who ask to come. */
export default function Waiting({ loaderData: { slug, waiting } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="waiting-title">
      <GatheringTitle page={t`Waitlist`} />
      <h2 id="waiting-title" className="text-2xl">
        <Trans>Waitlist</Trans>
      </h2>
      {waiting === 'failed' && <FailedState title={<Trans>The waitlist could not be loaded</Trans>} />}
      {waiting !== 'failed' && waiting.length === 0 && (
        <EmptyState
          level={3}
          title={<Trans>Nobody waits.</Trans>}
          text={<Trans>When an occasion is full, guests who still want to come wait here in their order.</Trans>}
        />
      )}
      {waiting !== 'failed' && waiting.map((one) => <WaitingPart key={one.no} slug={slug} waiting={one} />)}
    </section>
  )
}
