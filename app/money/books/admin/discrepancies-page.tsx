import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/discrepancies-page.ts'
import { discrepanciesList } from './discrepancies-list.server.ts'
import { discrepanciesView } from './discrepancies-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, discrepanciesList, asked)

/** Shows the discrepancies between the books and something else. The form that opens one appears over the list. */
export default function Discrepancies({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart
        view={discrepanciesView}
        shown={loaderData}
        actions={
          <LinkButton to="/admin/books/differences/new" variant="secondary" preventScrollReset>
            <Trans>Open a difference</Trans>
          </LinkButton>
        }
      />
      <Outlet />
    </div>
  )
}
