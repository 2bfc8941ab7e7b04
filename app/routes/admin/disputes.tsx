import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { disputesAsked, disputesFound, officeDisputes } from '#app/features/payments/office/disputes.server.ts'
import { DisputesFilter } from '#app/features/payments/office/disputes-filter.tsx'
import { DisputesTable } from '#app/features/payments/office/disputes-table.tsx'
import { debtsNow } from '#app/features/payouts/office/debts.server.ts'
import { DebtsTable } from '#app/features/payouts/office/debts-table.tsx'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { databaseNow, db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/disputes.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const wanted = disputesAsked(searchParams)
  const { filter } = wanted
  const [found, debts, now] = await Promise.all([
    officeDisputes(db, wanted),
    debtsNow(db),
    databaseNow(db),
    recordLook(db, { by: actorIn(context), noun: 'dispute', found: disputesFound(filter) }),
  ])
  return { ...found, debts, now, filter, query: String(searchParams) }
}

/** What payers' banks question, and the drives that owe because money went back. The form that writes a debt off stands over it. */
export default function Disputes({ loaderData }: Route.ComponentProps) {
  const { disputes, totals, next, debts, now, filter, query } = loaderData
  const { t } = useLingui()
  useLive(['office:disputes'])
  return (
    <OfficePage
      page={t`Disputes`}
      text={
        <Trans>
          Payments that the payer’s bank questions. An answer has to be there within 48 hours of working days; without
          one the money is lost.
        </Trans>
      }
      actions={<ExportCsv href={`/admin/disputes.csv?${query}`} />}
    >
      <DisputesFilter filter={filter} />
      <DisputesTable
        disputes={disputes}
        totals={totals}
        now={now}
        empty={
          <EmptyState
            title={filter.search || filter.state ? <Trans>No such disputes</Trans> : <Trans>No disputes</Trans>}
            text={<Trans>When a payer’s bank asks for its money back, it stands here with the time to answer.</Trans>}
          />
        }
      />
      <CursorPages next={next} param="after" />
      <DebtsTable {...debts} />
      <Outlet />
    </OfficePage>
  )
}
