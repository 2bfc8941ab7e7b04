import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/messages-page.ts'
import { supportMessagesList } from './messages-list.server.ts'
import { supportMessagesView } from './messages-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, supportMessagesList, asked)

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Lists support messages: reports about fund drives, and questions. */
export default function SupportMessages({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <ListPage
      view={supportMessagesView}
      shown={loaderData}
      page={t`Reports and questions`}
      text={<Trans>The organiser of a reported page never sees the report. Answer questions by email.</Trans>}
    >
      <Outlet />
    </ListPage>
  )
}
