import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { type Charts, chartsOf, countViews } from '#app/drives/views/analytics.server.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { placeOfView } from '#app/drives/views/place.ts'
import { UsageCard } from '#app/drives/views/usage-card.tsx'
import { spanOfViews, spans } from '#app/drives/views/view.ts'
import { ViewCharts, ViewRate } from '#app/drives/views/view-charts.tsx'
import { viewsList } from '#app/drives/views/views-list.server.ts'
import { viewsView } from '#app/drives/views/views-list.tsx'
import { giftsByDay } from '#app/money/donations/gifts-by-day.server.ts'
import { GiftsChart } from '#app/money/donations/gifts-chart.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { ListFile, ListTable } from '#app/ui/list-view.tsx'
import { Part } from '#app/ui/part.tsx'
import type { Route } from './+types/analytics.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const days = spanOfViews(url.searchParams.get('days'))
  // Countries are named here: browsers don't all know the same names.
  const named = (charts: Charts) => ({
    ...charts,
    places: charts.places.map((place) => ({ ...place, name: placeOfView(context.get(languageContext), place.name) })),
  })
  const [newest, views, credits, charts, given] = await Promise.all([
    part(context, viewsList.page(db, id, url.searchParams, context.get(wordsContext))),
    part(context, countViews(db, id)),
    part(context, creditsOf(db, id)),
    part(context, chartsOf(db, id, { days }).then(named)),
    part(context, giftsByDay(db, id, { days })),
  ])
  return { slug, days, views, credits: credits ?? null, given, newest, charts }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { slug, days, views, credits, newest, charts, given } = loaderData
  const { t } = useLingui()
  return (
    <div className="grid gap-6">
      <DriveTitle page={t`Analytics`} />
      <h2 className="text-2xl">
        <Trans>Analytics</Trans>
      </h2>
      <Part of={credits}>
        {(credits) => <UsageCard credits={credits} buy={`/fund-drive/${slug}/payouts/buy-views`} />}
      </Part>
      {(views === 'failed' || views > 0 || given === 'failed' || given.gifts > 0) && (
        <section aria-labelledby="charts" className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h3 id="charts" className="text-xl">
              <Trans>Who came and gave</Trans>
            </h3>
            <FilterLinks
              label={t`Time shown`}
              current={String(days)}
              choices={spans.map((span) => ({ id: String(span), to: `?days=${span}`, label: t`${span} days` }))}
            />
          </div>
          {charts !== 'failed' && given !== 'failed' && (
            <ViewRate days={days} views={charts.days.reduce((sum, day) => sum + day.views, 0)} gifts={given.gifts} />
          )}
          <Card level={3} title={<Trans>Gifts over time</Trans>}>
            <Part of={given}>{(given) => <GiftsChart {...given} />}</Part>
          </Card>
          <Part of={charts}>{(charts) => <ViewCharts charts={charts} />}</Part>
        </section>
      )}
      <section aria-labelledby="newest" className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h3 id="newest" className="text-xl">
            <Trans>Newest views</Trans>
          </h3>
          {views !== 'failed' && views > 0 && <ListFile view={viewsView} />}
        </div>
        <Part of={newest}>
          {({ rows }) =>
            rows.length > 0 ? (
              <details>
                <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
                  <Plural
                    value={rows.length}
                    one="The newest view, with device, date, time, location and IP"
                    other="The newest # views, with device, date, time, location and IP"
                  />
                </summary>
                <ListTable view={viewsView} rows={rows} filter={{}} />
              </details>
            ) : (
              <ListTable view={viewsView} rows={rows} filter={{}} />
            )
          }
        </Part>
        <p className="text-muted text-sm">
          <Trans>
            Addresses are shortened before they are kept. Countries are found with IP2Location LITE data available from{' '}
            <a href="https://lite.ip2location.com" rel="noreferrer" className="text-link">
              https://lite.ip2location.com
            </a>
            .
          </Trans>
        </p>
      </section>
    </div>
  )
}
