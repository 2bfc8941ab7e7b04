import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { creditsShown } from '#app/drives/views/credits.server.ts'
import type { DeviceType } from '#app/drives/views/report-view.ts'
import { UsageCard } from '#app/drives/views/usage-card.tsx'
import { type Charts, chartsOf, countViews } from '#app/drives/views/view.server.ts'
import { deviceWords, placeOfView, sourceWords, spanOfViews, spans, viewPlaceWords } from '#app/drives/views/view.ts'
import { viewsList } from '#app/drives/views/views-list.server.ts'
import { viewsView } from '#app/drives/views/views-list.tsx'
import type { Language } from '#app/kit/languages.ts'
import { dayIn, noonOf, shortDayIn } from '#app/kit/time.ts'
import { giftsByDay } from '#app/money/donations/gifts-by-day.server.ts'
import { GiftsChart } from '#app/money/donations/gifts-chart.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ChartBars, ChartRows } from '#app/ui/chart.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { ListFile, ListTable } from '#app/ui/list-view.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/analytics.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  // A page that is open loads again because something changed, which a replica may not have yet.
  const from = context.get(askedContext).byScript ? db : lagDb(context)
  const days = spanOfViews(url.searchParams.get('days'))
  // Countries are named here: browsers don't all know the same names.
  const named = (charts: Charts) => ({
    ...charts,
    places: charts.places.map((place) => ({ ...place, name: placeOfView(context.get(languageContext), place.name) })),
  })
  const [newest, views, credits, charts, given] = await Promise.all([
    part(context, viewsList.page(from, id, url.searchParams, context.get(wordsContext))),
    part(context, countViews(from, id)),
    part(context, creditsShown(db, id)),
    part(context, chartsOf(from, id, { days }).then(named)),
    part(context, giftsByDay(from, id, { days })),
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

/** Views by day, device, place and hour, in pictures. */
function ViewCharts({ charts }: { charts: Charts }) {
  const { t } = useLingui()
  const total = charts.hours.reduce((sum, views) => sum + views, 0)
  const days = charts.days.length
  if (total === 0)
    return (
      <Card level={3} title={<Trans>Views per day</Trans>}>
        <p className="text-muted">{t`No views in the last ${days} days.`}</p>
      </Card>
    )
  return (
    <div className="grid gap-4 *:min-w-0 lg:grid-cols-2">
      <Sheet title={<Trans>Views per day</Trans>} wide>
        <Days days={charts.days} total={total} />
      </Sheet>
      <Sheet title={<Trans>Devices</Trans>}>
        <Devices devices={charts.devices} total={total} />
      </Sheet>
      <Sheet title={<Trans>Places</Trans>}>
        <Places places={charts.places} total={total} />
      </Sheet>
      <Sheet title={<Trans>Where visitors came from</Trans>} wide>
        <Sources sources={charts.sources} />
      </Sheet>
      <Sheet title={<Trans>Hours of the day</Trans>} wide>
        <Hours hours={charts.hours} total={total} />
      </Sheet>
    </div>
  )
}

const Sheet = ({ title, wide, children }: { title: ReactNode; wide?: boolean; children: ReactNode }) => (
  <Card level={3} title={title} className={wide ? 'lg:col-span-2' : ''}>
    {children}
  </Card>
)

type Counted = { total: number }

function Days({ days, total }: Counted & Pick<Charts, 'days'>) {
  const { t, i18n } = useLingui()
  const language = i18n.locale as Language
  const marks = days.map(({ day, views }) => ({ key: day, label: dayIn(language, noonOf(day)), value: views }))
  const most = marks.reduce((best, mark) => (mark.value > best.value ? mark : best))
  const [count, { label: day, value: views }] = [days.length, most]
  // The first, the last, and a few between, as many as a small screen has room for.
  const ticks = [0, 1 / 3, 2 / 3, 1].map((part) => {
    const at = Math.round(part * (count - 1))
    return { at, text: shortDayIn(language, noonOf(days[at]!.day)) }
  })
  const says = t`${plural(total, { one: '# view', other: '# views' })} in the last ${count} days. The best day was ${day}, with ${views}.`
  return <ChartBars says={says} heads={[t`Day`, t`Views`]} marks={marks} ticks={ticks} />
}

function Devices({ devices, total }: Counted & Pick<Charts, 'devices'>) {
  const { t } = useLingui()
  const counted = new Map(devices.map(({ name, views }) => [name, views]))
  const marks = (Object.keys(deviceWords) as DeviceType[]).map((device) => ({
    key: device,
    label: t(deviceWords[device]),
    value: counted.get(device) ?? 0,
  }))
  const [mobile, tablet, desktop] = marks.map(({ value }) => value)
  const says = t`Phones: ${mobile}. Tablets: ${tablet}. Computers: ${desktop}.`
  return <ChartRows says={says} heads={[t`Device Type`, t`Views`]} marks={marks} of={total} />
}

function Places({ places, total }: Counted & Pick<Charts, 'places'>) {
  const { t } = useLingui()
  const marks = places.map(({ name, views }) => {
    const words = viewPlaceWords(name)
    return { key: name, label: typeof words === 'string' ? words : t(words), value: views }
  })
  const [{ label: place, value: views } = { label: '', value: 0 }] = marks
  const says = t`At the top: ${place}, with ${views} of ${plural(total, { one: '# view', other: '# views' })}.`
  return <ChartRows says={says} heads={[t`Location`, t`Views`]} marks={marks} of={total} />
}

function Sources({ sources }: Pick<Charts, 'sources'>) {
  const { t } = useLingui()
  const total = sources.reduce((sum, { views }) => sum + views, 0)
  const marks = sources.map(({ name, views }) => {
    const words = sourceWords[name]
    return { key: name, label: typeof words === 'string' ? words : t(words), value: views }
  })
  const [first] = marks
  if (!first)
    return (
      <p className="text-muted">
        <Trans>Nothing is known yet. Share links and the QR code tell us which of them brought a visitor.</Trans>
      </p>
    )
  const { label: source, value: views } = first
  const says = t`Most came from: ${source}, ${views} of ${plural(total, { one: '# view', other: '# views' })}.`
  return <ChartRows says={says} heads={[t`Source`, t`Views`]} marks={marks} of={total} />
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function Hours({ hours, total }: Counted & Pick<Charts, 'hours'>) {
  const { t } = useLingui()
  const marks = hours.map((views, hour) => ({ key: hourText(hour), label: hourText(hour), value: views }))
  const most = marks.reduce((best, mark) => (mark.value > best.value ? mark : best))
  const { label: hour, value: views } = most
  const ticks = [0, 6, 12, 18].map((at) => ({ at, text: hourText(at) }))
  const says = t`The busiest hour begins at ${hour}, Nairobi time: ${views} of ${plural(total, { one: '# view', other: '# views' })}.`
  return <ChartBars says={says} heads={[t`Hour`, t`Views`]} marks={marks} ticks={ticks} />
}

type RateProps = { days: number; views: number; gifts: number }

/** How many of those who looked gave. One visitor may give twice, or by a way that no view is counted for. */
function ViewRate({ days, views, gifts }: RateProps) {
  const { t } = useLingui()
  const count = useCount()
  const rate = views > 0 && gifts <= views ? `${(Math.floor((gifts * 1000) / views) / 10).toFixed(1)}%` : '–'
  const hint = t`in the last ${days} days`
  return (
    <div className="grid gap-3 min-[20rem]:grid-cols-2 min-[20rem]:*:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1">
      <StatTile label={<Trans>Views</Trans>} value={count(views)} hint={hint} />
      <StatTile label={<Trans>Gifts</Trans>} value={count(gifts)} hint={hint} />
      <StatTile label={<Trans>Views that led to a gift</Trans>} value={rate} hint={hint} />
    </div>
  )
}
