import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { countedOccasions } from '#app/invitations/guests/home.server.ts'
import { OccasionCounts } from '#app/invitations/guests/home.tsx'
import { occasionMost } from '#app/invitations/occasions/occasion.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/occasions.ts'
import { gatheringContext } from './context.ts'
import { GatheringTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const gathering = context.get(gatheringContext)
  return { slug: gathering.slug, occasions: await part(context, countedOccasions(db, gathering)) }
}

/** The occasions of a gathering by their day. */
export default function Occasions({ loaderData: { slug, occasions } }: Route.ComponentProps) {
  const { t } = useLingui()
  const base = `/gathering/${slug}/occasions`
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="occasions-title">
      <GatheringTitle page={t`Occasions`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="occasions-title" className="text-2xl">
          <Trans>Occasions</Trans>
        </h2>
        {occasions !== 'failed' && occasions.length < occasionMost.occasions && (
          <Changing>
            <FormButton to={`${base}/new`} icon={<Plus aria-hidden="true" className="size-5" />}>
              <Trans>Add an occasion</Trans>
            </FormButton>
          </Changing>
        )}
      </div>
      {occasions === 'failed' && <FailedState title={<Trans>The occasions could not be loaded</Trans>} />}
      {occasions !== 'failed' && occasions.length === 0 && (
        <EmptyState
          level={3}
          title={<Trans>No occasion yet</Trans>}
          text={<Trans>A day with a time and a place: guests answer for each of them.</Trans>}
        />
      )}
      {occasions !== 'failed' &&
        occasions.map((occasion) => (
          <OccasionCounts key={occasion.id} occasion={occasion}>
            <LinkButton to={`${base}/${occasion.no}`} variant="secondary" size="small" className="mt-4">
              <Trans>Open and change</Trans>
            </LinkButton>
          </OccasionCounts>
        ))}
    </section>
  )
}
