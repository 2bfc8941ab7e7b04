import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/payouts.ts'
import { adminPayoutsList } from './payouts-list.server.ts'
import { adminPayoutsView } from './payouts-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, adminPayoutsList, asked)

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <ListPage
      view={adminPayoutsView}
      shown={loaderData}
      page={t`Payouts`}
      text={<Trans>Every withdrawal request and its result.</Trans>}
    />
  )
}
