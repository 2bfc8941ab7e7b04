import { Trans, useLingui } from '@lingui/react/macro'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/revenue-donations.ts'
import { Donated } from './donated.tsx'
import { reportOf } from './report.server.ts'
import { queryOf } from './revenue.ts'

export const loader = ({ url: { searchParams } }: Route.LoaderArgs) => reportOf(db, searchParams, 'donations')

/** What was given, over time, by drive and by channel. */
export default function RevenueDonations({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Revenue Donations`}
      text={
        <Trans>
          Everything counts on the day it was booked: a donation when it arrived, a refund when it was sent.
        </Trans>
      }
      actions={<ExportCsv href={`/admin/revenue-donations.csv${queryOf(loaderData.asked)}`} />}
    >
      <Donated report={loaderData} />
    </OfficePage>
  )
}
