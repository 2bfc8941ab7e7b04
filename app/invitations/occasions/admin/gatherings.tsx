import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/gatherings.ts'
import { gatheringsList } from './gatherings-list.server.ts'
import { gatheringsView } from './gatherings-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, gatheringsList, asked)

export default function Gatherings({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={gatheringsView}
      shown={loaderData}
      page={t`Invitations`}
      text={<Trans>All invitations. Viewing this page is logged.</Trans>}
    />
  )
}
