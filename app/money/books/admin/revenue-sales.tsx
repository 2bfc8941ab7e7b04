import { Trans, useLingui } from '@lingui/react/macro'
import { feePercent } from '#app/kit/fee.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { isFeeChanged, newDrivesFee } from '#app/platform/settings/choices.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { ExportCsv } from '#app/ui/list-bar.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { Route } from './+types/revenue-sales.ts'
import { ksh, kshWriting, PeriodFilter, ReportChart, type ReportFigure, ReportTable } from './report-view.tsx'
import { reportOf } from './revenue.server.ts'
import { queryOf, type Report, revenueOf, salesOf } from './revenue.ts'

export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => ({
  ...(await reportOf(lagDb(context), searchParams, 'sales')),
  fee: { percent: feePercent(newDrivesFee()), isChanged: isFeeChanged() },
})

/** Shows what the platform earns. */
export default function RevenueSales({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { percent, isChanged } = loaderData.fee
  return (
    <AdminPage
      page={t`Revenue Sales`}
      text={
        isChanged ? (
          <Trans>
            Platform fee: each fund drive’s own share of each donation ({percent}% for new ones), earned when it arrives
            and withheld when the owner withdraws. Sales of view packages are shown beside it.
          </Trans>
        ) : (
          <Trans>
            Platform fee: {percent}% of each donation, earned when it arrives and withheld when the owner withdraws.
            Sales of view packages are shown beside it.
          </Trans>
        )
      }
      actions={<ExportCsv href={`/admin/revenue-sales.csv${queryOf(loaderData.asked)}`} />}
    >
      <Sales report={loaderData} />
    </AdminPage>
  )
}

/** Shows the platform's own income: its share of donations, and view packages. */
function Sales({ report }: { report: Report }) {
  const { t, i18n } = useLingui()
  const { totals, uncollected, marks, step } = report
  const figures: ReportFigure[] = [
    { key: 'gifts', head: t`Donations`, value: ({ gifts }) => i18n.number(gifts), sort: true },
    { key: 'fee', head: t`Accrued`, value: ({ fee }) => ksh(fee), sort: true },
    { key: 'feeBack', head: t`Refunded`, value: ({ feeBack }) => ksh(feeBack) },
    { key: 'revenue', head: t`Revenue Sales`, value: (sums) => ksh(revenueOf(sums)) },
    { key: 'collected', head: t`Collected`, value: ({ collected }) => ksh(collected), sort: true },
    { key: 'sales', head: t`View packages`, value: (sums) => ksh(salesOf(sums)), sort: true },
  ]
  return (
    <>
      <PeriodFilter asked={report.asked} page="sales" />
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 xl:grid-cols-3">
        <StatTile
          label={<Trans>Revenue Sales</Trans>}
          value={ksh(revenueOf(totals))}
          hint={<Trans>Accrued, net of refunds</Trans>}
        />
        <StatTile
          label={<Trans>Accrued</Trans>}
          value={ksh(totals.fee)}
          hint={<Trans>The platform’s share of each donation received</Trans>}
        />
        <StatTile
          label={<Trans>Refunded</Trans>}
          value={ksh(totals.feeBack)}
          hint={<Trans>Its part of refunds and chargebacks</Trans>}
        />
        <StatTile
          label={<Trans>Collected at withdrawal</Trans>}
          value={ksh(totals.collected)}
          hint={<Trans>Withheld from withdrawals asked for in this period, without declined ones</Trans>}
        />
        <StatTile
          label={<Trans>Still to be collected</Trans>}
          value={ksh(uncollected)}
          hint={<Trans>Up to now, over all time: withheld when owners withdraw</Trans>}
        />
        <StatTile
          label={<Trans>View packages</Trans>}
          value={ksh(salesOf(totals))}
          hint={<Trans>Sold to owners, net of refunds</Trans>}
        />
      </div>
      {step && marks.length > 0 && (
        <Card title={<Trans>Accrued over time</Trans>}>
          <ReportChart write={kshWriting} marks={marks} step={step} what={t`Accrued`} />
        </Card>
      )}
      <ReportTable report={report} caption={t`Revenue Sales`} figures={figures} />
    </>
  )
}
