import { useLingui } from '@lingui/react/macro'
import { unplacedAsked, unplacedMoney } from '#app/office/payments/unplaced.server.ts'
import { UnplacedTable } from '#app/office/payments/unplaced-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/unplaced.ts'
import { OpenOrClosed } from './open-or-closed.tsx'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = unplacedAsked(searchParams)
  return { ...(await unplacedMoney(db, asked)), state: asked.state, search: asked.search, query: String(searchParams) }
}

/** Money that the provider has for us and that fits no payment. */
export default function UnplacedPage({ loaderData }: Route.ComponentProps) {
  const { rows, next, totals, state, search, query } = loaderData
  const { t } = useLingui()
  return (
    <OpenOrClosed
      label={t`Unplaced money`}
      {...{ state, search, next }}
      placeholder={t`Reference, number or note`}
      actions={<ExportCsv href={`/admin/books/unplaced.csv?${query}`} />}
    >
      <UnplacedTable {...{ rows, state, search, totals }} />
    </OpenOrClosed>
  )
}
