import { Trans, useLingui } from '@lingui/react/macro'
import { headCount, visitsOf } from '#app/features/visits/visit.server.ts'
import { visitStatuses } from '#app/features/visits/visit.ts'
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
  const status = visitStatuses.find((one) => one === searchParams.get('status')) ?? null
  const asked = searchParams.get('day') ?? ''
  const day = isDay(asked) ? asked : null
  const cursor = searchParams.get('after')
  const [{ visits, next }, guests] = await Promise.all([
    visitsOf(db, id, { status, day, cursor }),
    headCount(db, id, day),
  ])
  const dayWords = (one: string) => dayIn(language, new Date(`${one}T12:00:00+03:00`))
  const rows = visits.map(({ bookedAt, ...visit }) => ({
    ...visit,
    day: briefDayIn(language, new Date(`${visit.date}T12:00:00+03:00`)),
    booked: momentIn(language, bookedAt),
  }))
  return {
    slug,
    status,
    day,
    dayWords: day && dayWords(day),
    rows,
    next,
    guests,
    narrowed: Boolean(status || day || cursor),
  }
}

export default function Rsvps({ loaderData }: Route.ComponentProps) {
  const { slug, status, day, dayWords, rows, next, guests, narrowed } = loaderData
  const { t } = useLingui()
  const any = rows.length > 0 || narrowed
  return (
    <section className="grid gap-5" aria-labelledby="rsvps-title">
      <PageTitle page={t`RSVPs`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="rsvps-title" className="text-2xl">
          <Trans>RSVPs</Trans>
        </h2>
        {any && <ExportCsv href={`/fund-drive/${slug}/rsvps.csv${filterQuery({ status, day })}`} />}
      </div>
      {any && (
        <>
          <HeadCount guests={guests} day={dayWords} />
          <VisitsFilter status={status} day={day} />
        </>
      )}
      <VisitsTable slug={slug} visits={rows} empty={<Nothing narrowed={narrowed} />} />
      <CursorPages next={next} param="after" />
    </section>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState
        level={3}
        title={<Trans>No RSVPs yet</Trans>}
        text={<Trans>Visitors ask for a visit on your public page. Their requests will stand here.</Trans>}
      />
    )
  return (
    <EmptyState
      level={3}
      title={<Trans>No visits like this</Trans>}
      text={<Trans>No visit has this status on this day.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all visits</Trans>
        </LinkButton>
      }
    />
  )
}
