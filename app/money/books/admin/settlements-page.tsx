import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/settlements-page.ts'
import { settlementsList } from './settlements-list.server.ts'
import { settlementsView } from './settlements-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, settlementsList, asked)

/** Shows money moved between the provider and our bank. The form that books it appears over the list. */
export default function Settlements({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart
        view={settlementsView}
        shown={loaderData}
        actions={
          <LinkButton to="/admin/books/settlements/new" variant="secondary" preventScrollReset>
            <Trans>Book a settlement</Trans>
          </LinkButton>
        }
      />
      <Outlet />
    </div>
  )
}
