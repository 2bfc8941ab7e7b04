import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/fund-drives.ts'
import { drivesList } from './drives-list.server.ts'
import { drivesView } from './drives-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, drivesList, asked)

export default function FundDrives({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={drivesView}
      shown={loaderData}
      page={t`Fund Drives`}
      text={<Trans>All fund drives. Viewing this page is logged.</Trans>}
    />
  )
}
