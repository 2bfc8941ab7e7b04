import { Trans, useLingui } from '@lingui/react/macro'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { placeOfVisits } from '#app/drives/visits/place.server.ts'
import { PlaceCard } from '#app/drives/visits/place-card.tsx'
import { countVisits, headCount } from '#app/drives/visits/visit.server.ts'
import { groupOf, noonOfVisit } from '#app/drives/visits/visit.ts'
import { HeadCount, VisitsFilter } from '#app/drives/visits/visits-filter.tsx'
import { visitsList } from '#app/drives/visits/visits-list.server.ts'
import { visitsView } from '#app/drives/visits/visits-list.tsx'
import { filterIn } from '#app/kit/list.ts'
import { dayIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListFile, ListTable } from '#app/ui/list-view.tsx'
import { Part } from '#app/ui/part.tsx'
import type { Route } from './+types/rsvps.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { day } = filterIn(visitsView.fields, url.searchParams)
  const now = new Date()
  const [list, guests, total, place] = await Promise.all([
    part(context, visitsList.page(db, id, url.searchParams)),
    part(context, headCount(db, id, day, now)),
    part(context, countVisits(db, id)),
    part(context, placeOfVisits(db, id)),
  ])
  const dayWords = day && dayIn(context.get(languageContext), noonOfVisit(day))
  return { slug, place, dayWords, list, guests, any: total === 'failed' || total > 0, now }
}

export default function Rsvps({ loaderData }: Route.ComponentProps) {
  const { slug, dayWords, place, list, guests, any, now } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="rsvps-title">
      <DriveTitle page={t`RSVPs`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="rsvps-title" className="text-2xl">
          <Trans>RSVPs</Trans>
        </h2>
        {any && <ListFile view={visitsView} />}
      </div>
      <Part of={place}>{(place) => <PlaceCard slug={slug} place={place} />}</Part>
      {any && <Part of={guests}>{(guests) => <HeadCount guests={guests} day={dayWords} />}</Part>}
      <Part of={list}>
        {({ rows, filter, next }) => (
          <>
            {any && <VisitsFilter group={groupOf(filter)} day={filter.day} />}
            <ListTable view={visitsView} {...{ rows, filter }} more={{ slug, now }} empty={any && <Nothing />} />
            <CursorPages next={next} param="after" />
          </>
        )}
      </Part>
    </section>
  )
}

const Nothing = () => (
  <EmptyState
    level={3}
    title={<Trans>No visits like this</Trans>}
    text={<Trans>Choose another group or day to see more.</Trans>}
    action={
      <LinkButton to="?status=all" variant="secondary">
        <Trans>Show all visits</Trans>
      </LinkButton>
    }
  />
)
