import { Trans } from '@lingui/react/macro'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { disputesAsked, disputesFound, officeDisputes } from '#app/office/disputes/disputes.server.ts'
import { DisputesFilter } from '#app/office/disputes/disputes-filter.tsx'
import { DisputesTable } from '#app/office/disputes/disputes-table.tsx'
import { databaseNow, db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/disputes.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const wanted = disputesAsked(searchParams)
  const { filter } = wanted
  const [found, now] = await Promise.all([
    officeDisputes(db, wanted),
    databaseNow(db),
    recordLook(db, { by: actorIn(context), noun: 'dispute', found: disputesFound(filter) }),
  ])
  return { ...found, now, filter, query: String(searchParams) }
}

/** What payers' banks question. */
export default function Disputes({ loaderData }: Route.ComponentProps) {
  const { disputes, totals, next, now, filter, query } = loaderData
  const isNarrowed = Boolean(filter.search || filter.state)
  return (
    <div className="grid gap-4 *:min-w-0">
      <DisputesFilter filter={filter} actions={<ExportCsv href={`/admin/disputes.csv?${query}`} />} />
      <DisputesTable {...{ disputes, totals, now }} empty={<Nothing isNarrowed={isNarrowed} />} />
      <CursorPages next={next} param="after" />
    </div>
  )
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState
      title={<Trans>No such disputes</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all disputes</Trans>
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      title={<Trans>No disputes</Trans>}
      text={<Trans>When a cardholder’s bank disputes a payment, it appears here with the time to answer.</Trans>}
    />
  )
