import { Trans, useLingui } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { askedIn, ownDonations, ownDonationTotals } from '#app/features/donations/donations.server.ts'
import { DonationsFilter, filterQuery } from '#app/features/donations/donations-filter.tsx'
import { GiftsTable } from '#app/features/donations/gifts-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/donations.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug, raised, hadMoney } = context.get(driveContext)
  const filter = askedIn(searchParams)
  const narrowed = Boolean(filter.search || filter.channel || filter.day)
  const [{ donations, next }, found] = await Promise.all([
    ownDonations(db, id, { ...filter, before: searchParams.get('before') }),
    narrowed ? ownDonationTotals(db, id, filter) : undefined,
  ])
  return { slug, raised, hadMoney, filter, donations, found, next: next === null ? null : String(next) }
}

export default function Donations({ loaderData }: Route.ComponentProps) {
  const { slug, raised, hadMoney, filter, donations, found, next } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="donations-title">
      <PageTitle page={t`Donations`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="donations-title" className="text-2xl">
          <Trans>Donations</Trans>
        </h2>
        {hadMoney && (
          <div className="flex flex-wrap gap-3">
            <LinkButton
              to={`/fund-drive/${slug}/statement`}
              variant="secondary"
              icon={<FileText aria-hidden="true" className="size-5" />}
            >
              <Trans>Statement</Trans>
            </LinkButton>
            <ExportCsv href={`/fund-drive/${slug}/donations.csv${filterQuery(filter)}`} />
          </div>
        )}
      </div>
      {hadMoney && <DonationsFilter filter={filter} />}
      <GiftsTable gifts={donations} raised={raised} found={found} empty={<Nothing narrowed={found !== undefined} />} />
      <CursorPages next={next} param="before" />
    </section>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState
        level={3}
        title={<Trans>No donations yet</Trans>}
        text={<Trans>Gifts will show up here the moment they arrive: who gave, how much, and their message.</Trans>}
      />
    )
  return (
    <EmptyState
      level={3}
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
