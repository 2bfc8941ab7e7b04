import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { breaksAsked, breaksOf, countBreaks } from '#app/features/ledger/office/breaks.server.ts'
import { BreaksTable } from '#app/features/ledger/office/breaks-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { Route } from './+types/differences.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = breaksAsked(searchParams)
  const [found, count] = await Promise.all([breaksOf(db, asked), countBreaks(db, asked)])
  return { ...found, count, state: asked.state, search: asked.search, query: String(searchParams) }
}

/** Where the books and something else say different things. The form that opens one stands over the list. */
export default function Differences({ loaderData }: Route.ComponentProps) {
  const { rows, next, count, state, search, query } = loaderData
  const { t } = useLingui()
  const narrowed = search ? `&search=${encodeURIComponent(search)}` : ''
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Differences`} keep={['state', 'sort', 'order']} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Reference, kind or note`} />
          </Field>
        </ListFilter>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/admin/books/differences/new" variant="secondary" preventScrollReset>
            <Trans>Open a difference</Trans>
          </LinkButton>
          <ExportCsv href={`/admin/books/differences.csv?${query}`} />
        </div>
      </div>
      <FilterLinks
        label={t`State`}
        current={state}
        choices={[
          { id: 'open', to: `?state=open${narrowed}`, label: <Trans>Open</Trans> },
          { id: 'closed', to: `?state=closed${narrowed}`, label: <Trans>Closed</Trans> },
        ]}
      />
      <BreaksTable rows={rows} state={state} count={count} />
      <CursorPages next={next} param="after" />
      <Outlet />
    </div>
  )
}
