import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/donations.ts'
import { giftsList } from './gifts-list.server.ts'
import { giftsView } from './gifts-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, giftsList, asked)

/** Lists all donations, and all attempts to give. */
export default function Donations({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={giftsView}
      shown={loaderData}
      page={t`Donations`}
      text={<Trans>Every gift and every attempt to give, from all fund drives.</Trans>}
    />
  )
}
