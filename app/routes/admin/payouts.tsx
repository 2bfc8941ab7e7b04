import { Trans, useLingui } from '@lingui/react/macro'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { driveNamed } from '#app/office/drives/drives.server.ts'
import { PayoutsFilter } from '#app/office/payouts/filter.tsx'
import { askedIn, payoutsLooked } from '#app/office/payouts/list.server.ts'
import { filterQuery } from '#app/office/payouts/office.ts'
import { OfficePayoutsTable } from '#app/office/payouts/payouts-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/payouts.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = askedIn(searchParams)
  const { search, state, from, to, drive } = asked
  const [found, one] = await Promise.all([
    payoutsLooked(db, asked, actorIn(context)),
    drive ? driveNamed(db, drive) : undefined,
  ])
  return { ...found, filter: { search, state, from, to, drive }, drive: one }
}

export default function Payouts({ loaderData: { rows, next, totals, filter, drive } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <OfficePage
      page={t`Payouts`}
      text={<Trans>Every withdrawal request and its result.</Trans>}
      actions={rows.length > 0 && <ExportCsv href={`/admin/payouts.csv${filterQuery(filter)}`} />}
    >
      <PayoutsFilter filter={filter} drive={drive} />
      <OfficePayoutsTable payouts={rows} totals={totals} empty={<Nothing isNarrowed={isNarrowed} />} />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
    </OfficePage>
  )
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState
      title={<Trans>No such payouts</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all payouts</Trans>
        </LinkButton>
      }
    />
  ) : (
    <EmptyState title={<Trans>No payouts yet</Trans>} text={<Trans>Withdrawal requests will appear here.</Trans>} />
  )
