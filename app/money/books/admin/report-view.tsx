import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { briefDayIn, dayIn, monthIn, shortDayIn } from '#app/kit/time.ts'
import { ChartBars, useWriting, type Writing } from '#app/ui/chart.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { DayFields, ListFilter } from '#app/ui/list-bar.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { nextStart, type Period, type PeriodStep, periods } from './period.ts'
import {
  bys,
  byWords,
  queryOf,
  type Report,
  type ReportMark,
  type ReportRow,
  type RevenueAsked,
  type RevenueBy,
  type RevenueChannel,
  type RevenueSums,
  revenueChannels,
  revenueChannelWords,
} from './revenue.ts'

/** A column of figures, read alike from a row and from the totals. `sort` where the database can sort drives by it. */
export type ReportFigure = { key: string; head: string; value: (sums: RevenueSums) => string; sort?: boolean }

/** Shows the figures row by row, and their totals below. */
export function ReportTable({
  report,
  caption,
  figures,
}: {
  report: Report
  caption: string
  figures: ReportFigure[]
}) {
  const { rows, totals, asked, next, page, pages } = report
  const { i18n } = useLingui()
  const isByDrive = asked.by === 'drive'
  const columns: Column<ReportRow>[] = [
    {
      key: 'what',
      head: i18n._(byWords[report.step ?? asked.by]),
      cell: (row) => <What row={row} report={report} />,
      lead: true,
    },
    ...figures.map(({ key, head, value, sort }) => ({
      key,
      head,
      cell: value,
      align: 'right' as const,
      sortable: isByDrive && sort === true,
    })),
  ]
  return (
    <div className="grid gap-4">
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        page={page}
        pages={pages}
        empty={<EmptyState title={<Trans>No figures</Trans>} text={<Trans>No results in this period.</Trans>} />}
        foot={<Totals figures={figures} totals={totals} />}
      />
      {isByDrive && <CursorPages next={next} param="after" />}
    </div>
  )
}

function What({ row, report: { step } }: { row: ReportRow; report: Report }): ReactNode {
  const { i18n } = useLingui()
  const name = useStepName()
  if (step) return name(step, row.key)
  if (row.key in revenueChannelWords) return i18n._(revenueChannelWords[row.key as RevenueChannel])
  if (!row.slug) return <Trans>A fund drive that is gone</Trans>
  return (
    <Link to={`/admin/fund-drives?search=${row.slug}`} className="text-link wrap-anywhere" dir="auto">
      {row.title}
    </Link>
  )
}

/** Shows the totals of all rows, including those on other pages. */
function Totals({ figures, totals }: { figures: ReportFigure[]; totals: RevenueSums }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Totals`} className="flex flex-wrap items-baseline gap-x-8 gap-y-1">
      <p className="font-bold">
        <Trans>Total</Trans>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {figures.map(({ key, head, value }) => (
          <div key={key} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{head}</dt>
            <dd className="figures font-semibold">{value(totals)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns noon of a day in Nairobi, so that no time zone makes another day of it. */
const noon = (day: string) => new Date(`${day}T09:00:00Z`)

/** Returns a namer of time steps: '20 November 2026', '16 – 22 Nov 2026', 'November 2026'. */
export function useStepName() {
  const { t, i18n } = useLingui()
  const language = i18n.locale as Language
  return (step: PeriodStep, start: string) => {
    if (step === 'day') return dayIn(language, noon(start))
    if (step === 'month') return monthIn(language, noon(start))
    const last = new Date(noon(nextStart('week', start)).getTime() - 86_400_000)
    const [from, to] = [shortDayIn(language, noon(start)), briefDayIn(language, last)]
    return t`${from} – ${to}`
  }
}

type ReportChartProps = {
  marks: ReportMark[]
  step: PeriodStep
  /** The name of the bars: 'Gross', 'Accrued'. */
  what: string
  /** Writes a value; if left out, values are counts. */
  write?: Writing
}

/** Charts money or counts over time. */
export function ReportChart({ marks, step, what, write }: ReportChartProps) {
  const { t, i18n } = useLingui()
  const name = useStepName()
  const language = i18n.locale as Language
  const bars = marks.map(([start, value]) => ({ key: start, label: name(step, start), value }))
  const { full } = useWriting(write)
  const sum = full(bars.reduce((all, { value }) => all + value, 0))
  const best = bars.reduce((most, bar) => (bar.value > most.value ? bar : most))
  const [when, most] = [best.label, full(best.value)]
  const tick = (start: string) =>
    step === 'month' ? monthIn(language, noon(start), 'short') : shortDayIn(language, noon(start))
  const places = [...new Set([0, 1 / 3, 2 / 3, 1].map((part) => Math.round(part * (bars.length - 1))))]
  const says =
    best.value > 0 ? t`${what}: ${sum} in all. The most was ${most}, ${when}.` : t`${what}: nothing in this period.`
  const heads = { day: t`Day`, week: t`Week`, month: t`Month` }
  return (
    <ChartBars
      says={says}
      heads={[heads[step], what]}
      marks={bars}
      ticks={places.map((at) => ({ at, text: tick(bars[at]!.key) }))}
      write={write}
    />
  )
}

const periodWords: Record<Period, Words> = {
  '7': msg`7 days`,
  '30': msg`30 days`,
  '90': msg`90 days`,
  '365': msg`12 months`,
  all: msg`All time`,
}

/** Narrows figures to a period, to drives and to a channel, and chooses what their rows are. The address holds all of it. */
export function PeriodFilter({ asked, page }: { asked: RevenueAsked; page: 'sales' | 'donations' }) {
  const { t, i18n } = useLingui()
  const { period, from, to, search, by, channel } = asked
  const mine = page === 'donations' ? bys : bys.filter((one) => one !== 'channel')
  return (
    <div className="grid gap-4">
      <ListFilter
        label={t`Figures`}
        keep={['period', 'by', 'channel', 'sort', 'order']}
        narrowed={Boolean(search || from || to)}
      >
        <Field label={<Trans>Fund drive</Trans>} name="search" className="w-full sm:w-72">
          <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or address`} />
        </Field>
        <DayFields from={from} to={to} />
      </ListFilter>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Choice label={t`Period`}>
          <FilterLinks
            label={t`Period`}
            current={from || to ? '' : period}
            choices={periods.map((one) => ({
              id: one,
              to: queryOf({ ...asked, period: one, from: null, to: null }),
              label: i18n._(periodWords[one]),
            }))}
          />
        </Choice>
        <Choice label={t`Show by`}>
          <FilterLinks
            label={t`Show by`}
            current={by}
            choices={mine.map((one: RevenueBy) => ({
              id: one,
              to: queryOf({ ...asked, by: one }),
              label: i18n._(byWords[one]),
            }))}
          />
        </Choice>
        {page === 'donations' && (
          <Choice label={t`Channel`}>
            <FilterLinks
              label={t`Channel`}
              current={channel ?? 'all'}
              choices={[
                { id: 'all', to: queryOf({ ...asked, channel: null }), label: <Trans context="channels">All</Trans> },
                ...revenueChannels.map((one) => ({
                  id: one,
                  to: queryOf({ ...asked, channel: one }),
                  label: i18n._(revenueChannelWords[one]),
                })),
              ]}
            />
          </Choice>
        )}
      </div>
    </div>
  )
}

const Choice = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-1.5">
    <span aria-hidden="true" className="font-semibold text-muted text-sm">
      {label}
    </span>
    {children}
  </div>
)

const brief = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })

/** Amounts as admin pages write them; a negative amount has the minus sign of accounting. */
export const ksh = (cents: number): string =>
  cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(Math.abs(cents), 'KSH')

/** Amounts for charts: in full, and short for an axis. */
export const kshWriting = { full: ksh, short: (cents: number): string => brief.format(cents / 100) }
