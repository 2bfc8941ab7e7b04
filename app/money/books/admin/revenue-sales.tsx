import { Trans, useLingui } from '@lingui/react/macro'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/revenue-sales.ts'
import { reportOf } from './report.server.ts'
import { queryOf } from './revenue.ts'
import { Sales } from './sales.tsx'

export const loader = ({ url: { searchParams } }: Route.LoaderArgs) => reportOf(db, searchParams, 'sales')

/** What the platform earns. */
export default function RevenueSales({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Revenue Sales`}
      text={
        <Trans>
          Platform fee: 5% of each donation, earned when it arrives and withheld when the owner withdraws. Sales of view
          packages are shown beside it.
        </Trans>
      }
      actions={<ExportCsv href={`/admin/revenue-sales.csv${queryOf(loaderData.asked)}`} />}
    >
      <Sales report={loaderData} />
    </OfficePage>
  )
}
