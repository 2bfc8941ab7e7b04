import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/withdrawal-requests.ts'
import { requestsList } from './requests-list.server.ts'
import { requestsView } from './requests-list.tsx'

export async function loader(asked: Route.LoaderArgs) {
  return { shown: await shownTo(db, requestsList, asked), lookerId: actorIn(asked.context).id }
}

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

export default function WithdrawalRequests({ loaderData: { shown, lookerId } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <ListPage
      view={requestsView}
      shown={shown}
      more={{ lookerId }}
      counts={shown.totals.counts}
      page={t`Withdrawal Requests`}
      text={<Trans>Requests by owners. No money leaves before an administrator completes it.</Trans>}
    >
      <Outlet />
    </ListPage>
  )
}
