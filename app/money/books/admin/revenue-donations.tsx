import { Trans, useLingui } from '@lingui/react/macro'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChartRows } from '#app/ui/chart.tsx'
import { ExportCsv } from '#app/ui/list-bar.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { Route } from './+types/revenue-donations.ts'
import { ksh, kshWriting, PeriodFilter, ReportChart, type ReportFigure, ReportTable } from './report-view.tsx'
import { reportOf } from './revenue.server.ts'
import { netRevenueOf, queryOf, type Report, type RevenueChannel, revenueChannelWords } from './revenue.ts'

export const loader = ({ context, url: { searchParams } }: Route.LoaderArgs) =>
  reportOf(lagDb(context), searchParams, 'donations')

/** Shows donations over time, by drive and by channel. */
export default function RevenueDonations({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`Revenue Donations`}
      text={
        <Trans>
          Everything counts on the day it was booked: a donation when it arrived, a refund when it was sent.
        </Trans>
      }
      actions={<ExportCsv href={`/admin/revenue-donations.csv${queryOf(loaderData.asked)}`} />}
    >
      <Donated report={loaderData} />
    </AdminPage>
  )
}

/** Shows donations, the provider's fees, and what went back. */
function Donated({ report }: { report: Report }) {
  const { t, i18n } = useLingui()
  const { totals, marks, step } = report
  const figures: ReportFigure[] = [
    { key: 'gifts', head: t`Donations`, value: ({ gifts }) => i18n.number(gifts), sort: true },
    { key: 'gross', head: t`Gross`, value: ({ gross }) => ksh(gross), sort: true },
    { key: 'providerFee', head: t`Provider fees`, value: ({ providerFee }) => ksh(providerFee), sort: true },
    { key: 'back', head: t`Refunded`, value: ({ back }) => ksh(back), sort: true },
    { key: 'net', head: t`Net`, value: (sums) => ksh(netRevenueOf(sums)) },
  ]
  return (
    <>
      <PeriodFilter asked={report.asked} page="donations" />
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 xl:grid-cols-3">
        <StatTile label={<Trans>Donations</Trans>} value={i18n.number(totals.gifts)} />
        <StatTile label={<Trans>Gross</Trans>} value={ksh(totals.gross)} />
        <StatTile label={<Trans>Provider fees</Trans>} value={ksh(totals.providerFee)} />
        <StatTile label={<Trans>Refunded</Trans>} value={ksh(totals.back)} />
        <StatTile
          label={<Trans>Net</Trans>}
          value={ksh(netRevenueOf(totals))}
          hint={<Trans>Gross, less fees and refunds</Trans>}
        />
      </div>
      {step && marks.length > 0 && (
        <Card title={<Trans>Gross over time</Trans>}>
          <ReportChart write={kshWriting} marks={marks} step={step} what={t`Gross`} />
        </Card>
      )}
      {report.asked.by === 'channel' && <Channels report={report} />}
      <ReportTable report={report} caption={t`Revenue Donations`} figures={figures} />
    </>
  )
}

function Channels({ report: { rows, totals } }: { report: Report }) {
  const { t, i18n } = useLingui()
  const [top] = rows
  if (!top || totals.gross === 0) return null
  const marks = rows.map(({ key, gross }) => ({
    key,
    label: i18n._(revenueChannelWords[key as RevenueChannel]),
    value: gross,
  }))
  const [label, most, all] = [i18n._(revenueChannelWords[top.key as RevenueChannel]), ksh(top.gross), ksh(totals.gross)]
  return (
    <Card title={<Trans>Gross by channel</Trans>}>
      <ChartRows
        says={t`At the top: ${label}, with ${most} of ${all}.`}
        heads={[t`Channel`, t`Gross`]}
        marks={marks}
        of={totals.gross}
        write={kshWriting}
      />
    </Card>
  )
}
