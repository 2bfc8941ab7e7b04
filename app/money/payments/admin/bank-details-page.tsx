import { Trans, useLingui } from '@lingui/react/macro'
import { data, useLocation } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/bank-details-page.ts'
import { bankDetailsForm } from './payment-admin-forms.ts'
import { refundDecisionTexts } from './refund.ts'
import { banksOfPayers, giveBankDetails, waitingRefund } from './refunds-list.server.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const payment = numberIn(params.payment)
  const refund = await waitingRefund(db, payment)
  if (!refund) throw data(null, { status: 404 })
  return { payment, amount: refund.amount, banks: await banksOfPayers(refund) }
}

export const action = adminAction({
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

/** Shows a dialog over the donation's page, at an address of its own, so that it opens without a script too. */
export default function BankDetails({ loaderData: { payment, amount, banks }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const base = `/admin/donations/${payment}`
  const sum = moneyText(amount, 'KSH')
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>The payer’s bank details</Trans>}
      text={
        <Trans>{sum} can’t be refunded the way it came. The payment provider sends it to this account instead.</Trans>
      }
    >
      <BankDetailsForm key={key} action={`${base}/bank-details`} banks={banks} first={actionData} />
    </AddressDialog>
  )
}

type BankDetailsFormProps = { action: string; banks: { id: string; name: string }[]; first: Answer | undefined }

/** Asks for the account to refund to, where the provider can't send money back the way it came. Works without a script, too. */
function BankDetailsForm({ action, banks, first }: BankDetailsFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  if (banks.length === 0)
    return (
      <Notice tone="warn" title={<Trans>The list of banks can’t be read at the moment</Trans>}>
        <Trans>The payment provider does not answer. Please try again in a minute.</Trans>
      </Notice>
    )
  return (
    <Form method="post" action={action} noValidate className="grid gap-5">
      {answer && !answer.ok && answer.says && (
        <Notice tone="stop" title={answer.says.title}>
          {answer.says.text}
        </Notice>
      )}
      <Field name="bank" label={<Trans>Bank Name</Trans>} answer={answer} required>
        <Select defaultValue="">
          <option value="">{t`Choose one`}</option>
          {banks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="account"
        label={<Trans>Account Number</Trans>}
        answer={answer}
        required
        hint={<Trans>As the donor told you. It goes to the payment provider; we keep only the last digits.</Trans>}
      >
        <Input maxLength={60} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <ConfirmField answer={answer} />
      <Button variant="danger" size="large" wide busy={busy} busyText={t`Sending...`}>
        <Trans>Send the refund there</Trans>
      </Button>
    </Form>
  )
}
