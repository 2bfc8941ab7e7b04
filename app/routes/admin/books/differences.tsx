import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { breaksAsked, breaksOf, countBreaks } from '#app/office/books/breaks.server.ts'
import { BreaksTable } from '#app/office/books/breaks-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/differences.ts'
import { OpenOrClosed } from './open-or-closed.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = breaksAsked(searchParams, context.get(wordsContext))
  const [found, count] = await Promise.all([breaksOf(db, asked), countBreaks(db, asked)])
  return { ...found, count, state: asked.state, search: asked.search, query: String(searchParams) }
}

/** Where the books and something else say different things. The form that opens one stands over the list. */
export default function Differences({ loaderData }: Route.ComponentProps) {
  const { rows, next, count, state, search, query } = loaderData
  const { t } = useLingui()
  return (
    <>
      <OpenOrClosed
        label={t`Differences`}
        {...{ state, search, next }}
        placeholder={t`Reference, kind or note`}
        actions={
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/admin/books/differences/new" variant="secondary" preventScrollReset>
              <Trans>Open a difference</Trans>
            </LinkButton>
            <ExportCsv href={`/admin/books/differences.csv?${query}`} />
          </div>
        }
      >
        <BreaksTable {...{ rows, state, search, count }} />
      </OpenOrClosed>
      <Outlet />
    </>
  )
}
