import { Trans, useLingui } from '@lingui/react/macro'
import { doorsPage } from '#app/invitations/door/doors-page.server.ts'
import { DoorsPart } from '#app/invitations/door/doors-part.tsx'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { ExportCsv } from '#app/ui/list-bar.tsx'
import type { Route } from './+types/door.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const asked = noIn(url.searchParams.get('occasion')) || null
  return { slug, served: Date.now(), page: await part(context, doorsPage(db, id, asked)) }
}

/** The doors of an occasion: the phones, the arrivals, and guests who were let in twice. */
export default function Doors({ loaderData: { slug, served, page } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="door-title">
      <GatheringTitle page={t`Door`} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="door-title" className="text-2xl">
          <Trans>Door</Trans>
        </h2>
        <ExportCsv href={`/gathering/${slug}/door/arrivals.csv`} />
      </div>
      {page === 'failed' && <FailedState title={<Trans>The doors could not be loaded</Trans>} />}
      {page !== 'failed' && page.choice.length > 1 && <Choice choice={page.choice} no={page.occasion?.no} />}
      {page !== 'failed' && page.occasion && <DoorsPart slug={slug} served={served} page={page} />}
      {page !== 'failed' && !page.occasion && (
        <EmptyState
          level={3}
          title={<Trans>No occasion yet</Trans>}
          text={<Trans>A door is one of an occasion.</Trans>}
        />
      )}
    </section>
  )
}

type ChoiceProps = { choice: { no: number; name: string }[]; no: number | undefined }

function Choice({ choice, no: here }: ChoiceProps) {
  const { t } = useLingui()
  const choices = choice.map(({ no, name }) => ({
    id: String(no),
    to: `?occasion=${no}`,
    label: <span dir="auto">{name}</span>,
  }))
  return <FilterLinks label={t`Occasions`} choices={choices} current={String(here)} />
}
