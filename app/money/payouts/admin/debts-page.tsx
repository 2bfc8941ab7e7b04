import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/debts-page.ts'
import { debtsList } from './debts-list.server.ts'
import { debtsView } from './debts-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, debtsList, asked)

/** Shows the drives that owe because money went back. The form that writes a debt off opens over the list. */
export default function Debts({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <p className="max-w-[70ch] text-muted">
        <Trans>
          Money was refunded that the owner had already withdrawn. New donations pay it first; if none arrive for 90
          days, write it off.
        </Trans>
      </p>
      <ListPart view={debtsView} shown={loaderData} />
      <Outlet />
    </div>
  )
}
