import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { dayIn, noonOf, shortDayIn } from '#app/kit/time.ts'
import { Card } from '#app/ui/card.tsx'
import { ChartBars } from '#app/ui/chart-bars.tsx'
import { ChartRows } from '#app/ui/chart-rows.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Charts } from './analytics.server.ts'
import type { DeviceType } from './device.ts'
import { sourceWords } from './source.ts'
import { deviceWords, viewPlaceWords } from './view-words.ts'

/** Views by day, device, place and hour, in pictures. */
export function ViewCharts({ charts }: { charts: Charts }) {
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
export function ViewRate({ days, views, gifts }: RateProps) {
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
