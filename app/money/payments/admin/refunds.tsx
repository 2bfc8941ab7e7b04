import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/refunds.ts'
import { refundsList } from './refunds-list.server.ts'
import { refundsView } from './refunds-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, refundsList, asked)

/** Lists all money that went or goes back to payers by a refund. */
export default function Refunds({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={refundsView}
      shown={loaderData}
      page={t`Refunds`}
      text={<Trans>Every refund of a donation or of a payment for views, and how far it has come.</Trans>}
    />
  )
}
