import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { data, useLocation } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { centsIn } from '#app/kit/amount.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/refund-page.ts'
import { refundForm } from './payment-admin-forms.ts'
import { effectOf, type RefundFunds, refundDecisionTexts } from './refund.ts'
import { fundsBehind, refundGift } from './refunds-list.server.ts'

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

type RefundFormProps = {
  /** The address of this form. */
  action: string
  formKey: string
  funds: RefundFunds
  /** True if the payer's bank asks for it, too. */
  disputed: boolean
  /** True if it came by M-Pesa: only all of it goes back without a person. */
  byPhone: boolean
  first: Answer | undefined
}

/**
 * Refunds a donation, or a part of it. The effect is computed while a person types; a browser without a script gets it
 * with the server's first answer, and confirms with the same form.
 */
function RefundForm({ action, formKey, funds, disputed, byPhone, first }: RefundFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  // The server gives another key with every answer; this form keeps its first one.
  const [key] = useState(first?.typed?.key || formKey)
  const [left] = useState(first?.typed?.left || String(funds.left))
  const [typed, setTyped] = useState(first?.typed?.amount ?? String(funds.left / 100))
  const cents = centsIn(typed)
  const sum = cents === undefined ? '' : moneyText(cents, 'KSH')
  return (
    <Form method="post" action={action} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="left" value={left} />
      <input type="hidden" name="seen" value={cents ?? ''} />
      <Said answer={answer} />
      {disputed && (
        <Notice tone="warn" title={<Trans>The payer’s bank has asked for this money, too</Trans>}>
          <Trans>Answer the dispute instead: a separate refund may return the same money twice.</Trans>
        </Notice>
      )}
      <MoneyField
        name="amount"
        label={<Trans>Amount to refund (KSH)</Trans>}
        answer={answer}
        required
        currency="KSH"
        defaultValue={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {byPhone && (
        <p className="text-muted">
          <Trans>
            M-Pesa sends back the whole payment, to the number that paid. A part is sent there where M-Pesa sends for us
            and we know that number, else by hand: the page of the donation then says how.
          </Trans>
        </p>
      )}
      <Effect amount={cents} funds={funds} />
      <Field
        name="why"
        label={<Trans>Reason</Trans>}
        answer={answer}
        required
        hint={<Trans>It is kept with the refund and in the audit log. The donor does not see it.</Trans>}
      >
        <TextArea rows={3} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <Button variant="danger" size="large" wide busy={busy} busyText={t`Refunding...`}>
        {sum ? <Trans context="button">Refund {sum}</Trans> : <Trans context="button">Refund</Trans>}
      </Button>
    </Form>
  )
}

/** Shows an answer about the form as a whole above it, for as long as it is true. */
function Said({ answer }: { answer: Answer | undefined }) {
  if (!answer || answer.ok) return null
  if (answer.errors?.seen) return <Notice title={answer.errors.seen} />
  if (!answer.says) return null
  return (
    <Notice tone="stop" title={answer.says.title}>
      {answer.says.text}
    </Notice>
  )
}

/** Shows the effect on the fund drive's balance, before it is confirmed. */
function Effect({ amount, funds }: { amount: number | undefined; funds: RefundFunds }) {
  const { t } = useLingui()
  const effect = effectOf(amount, funds)
  const lines = effect && [
    [<Trans key="fee">Refunded by the platform</Trans>, effect.feePart],
    [<Trans key="now">The fund drive has available now</Trans>, funds.available],
    [<Trans key="then">Available afterwards</Trans>, effect.availableAfter],
    ...(effect.debtAfter > 0 ? [[<Trans key="debt">The fund drive then owes</Trans>, effect.debtAfter] as const] : []),
  ]
  const debt = effect && moneyText(effect.newDebt, 'KSH')
  return (
    <section aria-label={t`What this does`} aria-live="polite" className="grid gap-3 rounded-control bg-well px-4 py-3">
      {lines ? (
        <dl className="grid gap-1">
          {lines.map(([words, cents], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep this order
            <div key={at} className="flex flex-wrap justify-between gap-x-4">
              <dt>{words}</dt>
              <dd className="figures ml-auto whitespace-nowrap font-semibold">{moneyText(cents as number, 'KSH')}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">
          <Trans>
            You can refund at most {moneyText(funds.left, 'KSH')}. The fund drive has{' '}
            {moneyText(funds.available, 'KSH')} available.
          </Trans>
        </p>
      )}
      {effect && effect.newDebt > 0 && (
        <Notice tone="warn" title={<Trans>{debt} was withdrawn already and becomes a debt</Trans>}>
          <Trans>New donations pay it first. Until then the owner can’t withdraw anything.</Trans>
        </Notice>
      )}
    </section>
  )
}
