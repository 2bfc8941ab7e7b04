import { Trans } from '@lingui/react/macro'
import { data, useLocation, useNavigate } from 'react-router'
import { officeDeed } from '#app/admin/decision.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/bank-details-page.ts'
import { banksOfPayers, giveBankDetails, waitingRefund } from './bank-details.server.ts'
import { BankDetailsForm } from './bank-details.tsx'
import { bankDetailsForm } from './office-forms.ts'
import { refundDecisionTexts } from './refund.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const payment = numberIn(params.payment)
  const refund = await waitingRefund(db, payment)
  if (!refund) throw data(null, { status: 404 })
  return { payment, amount: refund.amount, banks: await banksOfPayers(refund) }
}

export const action = officeDeed({
  form: bankDetailsForm,
  page: true,
  done: refundDecisionTexts.detailsGiven,
  failed: refundDecisionTexts.detailsFailed,
  at: ({ params }) => numberIn(params.payment),
  run: async (details, by, payment) => {
    await giveBankDetails(db, payment, details, by)
    return { go: `/admin/donations/${payment}` }
  },
})

/** Stands over the donation's page; it has an address of its own, so it opens without a script too. */
export default function BankDetails({ loaderData: { payment, amount, banks }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const base = `/admin/donations/${payment}`
  const sum = moneyText(amount, 'KSH')
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>The payer’s bank details</Trans>}
      text={
        <Trans>{sum} can’t be refunded the way it came. The payment provider sends it to this account instead.</Trans>
      }
    >
      <BankDetailsForm key={key} action={`${base}/bank-details`} banks={banks} first={actionData} />
    </Dialog>
  )
}
