import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Report, ReportRow } from './report.ts'
import { useStepName } from './report-chart.tsx'
import { byWords, type RevenueChannel, type RevenueSums, revenueChannelWords } from './revenue.ts'

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
