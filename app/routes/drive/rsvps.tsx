import { Trans, useLingui } from '@lingui/react/macro'
import { placeOf } from '#app/features/visits/place.server.ts'
import { PlaceCard } from '#app/features/visits/place-card.tsx'
import { countVisits, groupIn, headCount, visitsOf } from '#app/features/visits/visit.server.ts'
import { isOver } from '#app/features/visits/visit.ts'
import { filterQuery, HeadCount, VisitsFilter } from '#app/features/visits/visits-filter.tsx'
import { VisitsTable } from '#app/features/visits/visits-table.tsx'
import { briefDayIn, dayIn, isDay, momentIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/rsvps.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const language = context.get(languageContext)
  const asked = searchParams.get('day') ?? ''
  const day = isDay(asked) ? asked : null
  const group = groupIn(searchParams.get('status'), day)
  const cursor = searchParams.get('after')
  const now = new Date()
  const [{ visits, next }, guests, total, place] = await Promise.all([
    visitsOf(db, id, { group, day, cursor }, now),
    headCount(db, id, day, now),
    countVisits(db, id),
    placeOf(db, id),
  ])
  const dayWords = (one: string) => dayIn(language, new Date(`${one}T12:00:00+03:00`))
  const rows = visits.map(({ bookedAt, ...visit }) => ({
    ...visit,
    day: briefDayIn(language, new Date(`${visit.date}T12:00:00+03:00`)),
    booked: momentIn(language, bookedAt),
    past: isOver(visit.date, visit.time, now),
  }))
  return {
    slug,
    group,
    day,
    place,
    dayWords: day && dayWords(day),
    rows,
    next,
    guests,
    any: total > 0,
  }
}

export default function Rsvps({ loaderData }: Route.ComponentProps) {
  const { slug, group, day, dayWords, place, rows, next, guests, any } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="rsvps-title">
      <PageTitle page={t`RSVPs`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="rsvps-title" className="text-2xl">
          <Trans>RSVPs</Trans>
        </h2>
        {any && <ExportCsv href={`/fund-drive/${slug}/rsvps.csv${filterQuery({ group, day })}`} />}
      </div>
      <PlaceCard slug={slug} place={place} />
      {any && (
        <>
          <HeadCount guests={guests} day={dayWords} />
          <VisitsFilter group={group} day={day} />
        </>
      )}
      <VisitsTable slug={slug} visits={rows} empty={<Nothing any={any} />} />
      <CursorPages next={next} param="after" />
    </section>
  )
}

function Nothing({ any }: { any: boolean }) {
  if (!any)
    return (
      <EmptyState
        level={3}
        title={<Trans>No RSVPs yet</Trans>}
        text={<Trans>Visitors ask for a visit on your public page. Their requests will show up here.</Trans>}
      />
    )
  return (
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
}
