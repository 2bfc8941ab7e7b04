import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/comments.ts'
import { quarantineList } from './quarantine-list.server.ts'
import { quarantineView } from './quarantine-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, quarantineList, asked)

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Comments that look like spam and that nobody has looked at. */
export default function Comments({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <ListPage
      view={quarantineView}
      shown={loaderData}
      page={t`Comments in quarantine`}
      text={<Trans>They look like spam. Nobody sees them until the owner, or you, approve them.</Trans>}
    >
      <Outlet />
    </ListPage>
  )
}
