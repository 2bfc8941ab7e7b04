import { Trans, useLingui } from '@lingui/react/macro'
import { unplacedAsked, unplacedMoney } from '#app/features/payments/office/unplaced.server.ts'
import { UnplacedTable } from '#app/features/payments/office/unplaced-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { Route } from './+types/unplaced.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = unplacedAsked(searchParams)
  return { ...(await unplacedMoney(db, asked)), state: asked.state, search: asked.search, query: String(searchParams) }
}

/** Money that the provider has for us and that fits no payment. */
export default function UnplacedPage({ loaderData }: Route.ComponentProps) {
  const { rows, next, totals, state, search, query } = loaderData
  const { t } = useLingui()
  const narrowed = search ? `&search=${encodeURIComponent(search)}` : ''
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Unplaced money`} keep={['state', 'sort', 'order']} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Reference, number or note`} />
          </Field>
        </ListFilter>
        <ExportCsv href={`/admin/books/unplaced.csv?${query}`} />
      </div>
      <FilterLinks
        label={t`State`}
        current={state}
        choices={[
          { id: 'open', to: `?state=open${narrowed}`, label: <Trans>Open</Trans> },
          { id: 'closed', to: `?state=closed${narrowed}`, label: <Trans>Closed</Trans> },
        ]}
      />
      <UnplacedTable rows={rows} state={state} totals={totals} />
      <CursorPages next={next} param="after" />
    </div>
  )
}
