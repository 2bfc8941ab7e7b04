import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { settlementsAsked, settlementsIn } from '#app/office/books/settlements.server.ts'
import { SettlementsTable } from '#app/office/books/settlements-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { Route } from './+types/settlements.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = settlementsAsked(searchParams)
  return { ...(await settlementsIn(db, asked)), search: asked.search, query: String(searchParams) }
}

/** Money that moved between the provider and our bank. The form that books it stands over the list. */
export default function Settlements({ loaderData: { rows, next, totals, search, query } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Settlements`} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Reference or reason`} />
          </Field>
        </ListFilter>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/admin/books/settlements/new" variant="secondary" preventScrollReset>
            <Trans>Book a settlement</Trans>
          </LinkButton>
          <ExportCsv href={`/admin/books/settlements.csv?${query}`} />
        </div>
      </div>
      <SettlementsTable rows={rows} totals={totals} />
      <CursorPages next={next} param="after" />
      <Outlet />
    </div>
  )
}
