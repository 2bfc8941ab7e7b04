import { Trans, useLingui } from '@lingui/react/macro'
import { atOneMoment } from '#app/features/ledger/moment.server.ts'
import { owedAsked, owedOf } from '#app/office/books/owed.server.ts'
import { OwedTable } from '#app/office/books/owed-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { Route } from './+types/owed.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = owedAsked(searchParams)
  const found = await atOneMoment(db, (moment) => owedOf(moment, asked))
  return { ...found, search: asked.search, query: String(searchParams) }
}

/** What each fund drive's owner is owed, largest first. */
export default function OwedPage({ loaderData: { rows, next, totals, search, query } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Fund Drives`} narrowed={Boolean(search)}>
          <Field label={<Trans>Fund drive</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or address`} />
          </Field>
        </ListFilter>
        <ExportCsv href={`/admin/books/owed.csv?${query}`} />
      </div>
      <OwedTable {...{ rows, totals, search }} />
      <CursorPages next={next} param="after" />
    </div>
  )
}
