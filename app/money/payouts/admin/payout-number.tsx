import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/payout-number.ts'
import { revealForm } from './decide-request.server.ts'
import { revealNumber } from './payout.server.ts'
import { payoutDecisionTexts, payoutNumberIn } from './payout-admin.ts'
import { payoutOf } from './payouts-list.server.ts'
import { ShowNumber } from './request-facts.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  const found = await payoutOf(db, payoutNumberIn(params.payout) ?? 0)
  if (!found) throw data(null, { status: 404 })
  return { id: found.payout.id, method: found.payout.method }
}

export const action = adminAction({
  form: revealForm,
  page: true,
  failed: payoutDecisionTexts.notShown,
  at: ({ params }) => payoutNumberIn(params.payout) ?? 0,
  run: async (_, by, payout) => ({ gave: await revealNumber(db, payout, by) }),
})

/** Shows the number to a person without a script; with one, any page shows it in its place. */
export default function PayoutNumber({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage page={t`Withdrawal method`} text={<Trans>Viewing the whole number is logged.</Trans>}>
      <Card>
        <ShowNumber payout={loaderData} first={actionData} />
      </Card>
    </AdminPage>
  )
}
