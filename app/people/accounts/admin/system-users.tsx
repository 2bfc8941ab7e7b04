import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/system-users.ts'
import { peopleList } from './people-list.server.ts'
import { peopleView } from './people-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, peopleList, asked)

export default function SystemUsers({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={peopleView}
      shown={loaderData}
      page={t`System Users`}
      text={<Trans>Everyone with an account. Viewing this page is logged.</Trans>}
    />
  )
}
