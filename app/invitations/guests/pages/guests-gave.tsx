import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { GaveRows } from '#app/invitations/activity/gifts.tsx'
import { gaveNotListed } from '#app/invitations/activity/things.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/guests-gave.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  return { slug, things: await part(context, gaveNotListed(db, id)) }
}

/** The people who gave to the drive and are not on the guest list. */
export default function Gave({ loaderData: { slug, things } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="gave-title">
      <GatheringTitle page={t`Gave, not on the list`} />
      <h2 id="gave-title" className="text-2xl">
        <Trans>Gave, not on the list</Trans>
      </h2>
      {things === 'failed' && <FailedState title={<Trans>The gifts could not be loaded</Trans>} />}
      {things !== 'failed' && things.length === 0 && (
        <EmptyState
          level={3}
          title={<Trans>Nobody</Trans>}
          text={<Trans>Who gives or pledges with a name and is not on your list of guests is shown here.</Trans>}
        />
      )}
      {things !== 'failed' && things.length > 0 && <GaveRows slug={slug} things={things} />}
      <Link to={`/gathering/${slug}/guests`} className="inline-flex min-h-11 items-center text-link">
        <Trans>All guests</Trans>
      </Link>
    </section>
  )
}
