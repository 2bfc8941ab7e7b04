import { Trans, useLingui } from '@lingui/react/macro'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { driveNamed } from '#app/office/drives/drives.server.ts'
import { isNarrowed } from '#app/office/payments/gift.ts'
import { giftsAsked, howFound, officeGifts } from '#app/office/payments/gifts.server.ts'
import { GiftsFilter } from '#app/office/payments/gifts-filter.tsx'
import { GiftsTable } from '#app/office/payments/gifts-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/donations.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const wanted = giftsAsked(searchParams)
  const { filter } = wanted
  const [found, drive] = await Promise.all([
    officeGifts(db, wanted),
    filter.drive ? driveNamed(db, filter.drive) : undefined,
    recordLook(db, { by: actorIn(context), noun: 'donation', found: howFound(filter) }),
  ])
  return { ...found, filter, drive, narrowed: isNarrowed(filter), query: String(searchParams) }
}

/** All donations, and all attempts to give. */
export default function Donations({ loaderData }: Route.ComponentProps) {
  const { gifts, next, totals, filter, drive, narrowed, query } = loaderData
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Donations`}
      text={<Trans>Every gift and every attempt to give, from all fund drives.</Trans>}
      actions={<ExportCsv href={`/admin/donations.csv?${query}`} />}
    >
      <GiftsFilter filter={filter} drive={drive} />
      <GiftsTable gifts={gifts} totals={totals} empty={<Nothing narrowed={narrowed} />} />
      <CursorPages next={next} param="after" />
    </OfficePage>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState
        title={<Trans>No donations yet</Trans>}
        text={<Trans>Gifts will appear here when people start to give.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No such donations</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all donations</Trans>
        </LinkButton>
      }
    />
  )
}
