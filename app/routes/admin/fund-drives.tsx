import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { askedIn, drivesOf, drivesTotals, foundBy } from '#app/office/drives/drives.server.ts'
import { DrivesFilter } from '#app/office/drives/drives-filter.tsx'
import { DrivesTable } from '#app/office/drives/drives-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/fund-drives.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = askedIn(searchParams)
  const [{ drives, next }, totals] = await Promise.all([
    drivesOf(db, asked),
    drivesTotals(db, asked.filter),
    recordLook(db, { by: actorIn(context), noun: 'drive', found: foundBy(asked) }),
  ])
  return { filter: asked.filter, drives, next, totals }
}

export default function FundDrives({ loaderData: { filter, drives, next, totals } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const narrowed = Object.values(filter).some(Boolean)
  return (
    <OfficePage
      page={t`Fund Drives`}
      text={<Trans>All fund drives. Viewing this page is logged.</Trans>}
      actions={drives.length > 0 && <ExportCsv href={`/admin/fund-drives.csv?${search}`} />}
    >
      {(totals.drives > 0 || narrowed) && <DrivesFilter filter={filter} />}
      <DrivesTable drives={drives} totals={totals} sortable empty={<Nothing narrowed={narrowed} />} />
      <CursorPages next={next} param="after" />
    </OfficePage>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState
        title={<Trans>No fund drives yet</Trans>}
        text={<Trans>Fund drives will appear here when people start them.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No such fund drives</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all fund drives</Trans>
        </LinkButton>
      }
    />
  )
}
