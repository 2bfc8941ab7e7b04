import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { debtsAsked, debtsOf } from '#app/office/payouts/debts.server.ts'
import { DebtsFilter } from '#app/office/payouts/debts-filter.tsx'
import { DebtsTable } from '#app/office/payouts/debts-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/debts.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const { list, ...filter } = debtsAsked(searchParams)
  return { ...(await debtsOf(db, { list, ...filter })), filter, query: String(searchParams) }
}

/** The drives that owe because money went back. The form that writes a debt off stands over it. */
export default function Debts({ loaderData: { debts, next, totals, filter, query } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <p className="max-w-[70ch] text-muted">
        <Trans>
          Money was refunded that the owner had already withdrawn. New donations pay it first; if none arrive for 90
          days, write it off.
        </Trans>
      </p>
      <DebtsFilter filter={filter} actions={<ExportCsv href={`/admin/disputes/debts.csv?${query}`} />} />
      <DebtsTable {...{ debts, totals, filter }} />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
      <Outlet />
    </div>
  )
}
