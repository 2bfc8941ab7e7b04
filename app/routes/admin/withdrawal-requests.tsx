import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { deskOf } from '#app/office/payouts/desk.server.ts'
import { RequestsFilter } from '#app/office/payouts/filter.tsx'
import { waitingIn } from '#app/office/payouts/list.server.ts'
import { filterQuery } from '#app/office/payouts/office.ts'
import { RequestsTable } from '#app/office/payouts/requests-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/withdrawal-requests.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const by = actorIn(context)
  const { search, state, from, to, drive, ...asked } = waitingIn(searchParams)
  const filter = { search, state, from, to, drive }
  return { ...(await deskOf(db, { ...asked, ...filter }, by)), filter, lookerId: by.id }
}

// Whoever comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

export default function WithdrawalRequests({ loaderData }: Route.ComponentProps) {
  const { requests, totals, counts, next, filter, lookerId } = loaderData
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <OfficePage
      page={t`Withdrawal Requests`}
      text={<Trans>Requests by owners. No money leaves before an administrator completes it.</Trans>}
      actions={requests.length > 0 && <ExportCsv href={`/admin/withdrawal-requests.csv${filterQuery(filter)}`} />}
    >
      <RequestsFilter filter={filter} counts={counts} />
      <RequestsTable {...{ requests, totals, lookerId }} empty={<Nothing filter={filter} />} />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
      <Outlet />
    </OfficePage>
  )
}

function Nothing({ filter: { search, state } }: { filter: { search: string; state: string | null } }) {
  if (search)
    return (
      <EmptyState
        title={<Trans>No such requests</Trans>}
        text={<Trans>No results.</Trans>}
        action={
          <LinkButton to="?" variant="secondary">
            <Trans>Show all requests</Trans>
          </LinkButton>
        }
      />
    )
  if (state === 'approved')
    return (
      <EmptyState
        title={<Trans>Nothing is on its way</Trans>}
        text={<Trans>Payouts that the payment provider is sending appear here until they arrive.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No requests waiting</Trans>}
      text={<Trans>Withdrawal requests will appear here.</Trans>}
    />
  )
}
