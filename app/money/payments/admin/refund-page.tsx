import { Trans } from '@lingui/react/macro'
import { data, useLocation } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { AddressDialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/refund-page.ts'
import { fundsBehind } from './funds.server.ts'
import { refundForm } from './payment-admin-forms.ts'
import { refundGift } from './refund.server.ts'
import { refundDecisionTexts } from './refund.ts'
import { RefundForm } from './refund-form.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  const payment = numberIn(params.payment)
  const found = await fundsBehind(db, payment)
  if (!found) throw data(null, { status: 404 })
  const { available, debt } = await balanceNow(db, found.driveId)
  const { left, reversed, feeBps, disputed, byPhone } = found
  return {
    payment,
    disputed,
    byPhone,
    funds: { left, reversed, feeBps, available, debt },
    formKey: crypto.randomUUID(),
  }
}

export const action = adminAction({
  form: refundForm,
  page: true,
  done: refundDecisionTexts.refundAsked,
  failed: refundDecisionTexts.refundFailed,
  at: ({ params }) => numberIn(params.payment),
  run: async (back, by, payment) => {
    await refundGift(db, payment, back, by)
    return { go: `/admin/donations/${payment}` }
  },
})

/** Shows a dialog over the donation's page, at an address of its own, so that it opens without a script too. */
export default function Refund({ loaderData: { payment, ...form }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const base = `/admin/donations/${payment}`
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Refund the donation</Trans>}
      text={<Trans>The payment provider sends it to the donor. You can’t undo this.</Trans>}
    >
      <RefundForm key={key} action={`${base}/refund`} {...form} first={actionData} />
    </AddressDialog>
  )
}
