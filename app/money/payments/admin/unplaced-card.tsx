import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { amountOf, type UnplacedMoney, unplacedWhyWords } from './unplaced.ts'

/** Shows what is known of money that nobody can place. */
export function UnplacedFacts({ money }: { money: UnplacedMoney }) {
  const { i18n } = useLingui()
  const words = unplacedWhyWords[money.why]
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  return (
    <Card title={amountOf(money)} text={words ? i18n._(words) : money.why}>
      <dl className="grid gap-2">
        <UnplacedLine name={<Trans>Reference</Trans>} value={money.reference} />
        <UnplacedLine name={<Trans>Number at the provider</Trans>} value={money.providerId} />
        <UnplacedLine name={<Trans>Received</Trans>} value={moment(money.at)} />
        <PaymentLine money={money} />
        {money.askedAt && <UnplacedLine name={<Trans>Refund requested</Trans>} value={moment(money.askedAt)} />}
        <ClosedLines money={money} />
      </dl>
    </Card>
  )
}

/** Shows the payment that it came with, where we know one. */
export const PaymentLine = ({ money: { paymentId } }: { money: UnplacedMoney }) =>
  paymentId !== null && (
    <UnplacedLine
      name={<Trans>Payment</Trans>}
      value={
        <Link to={`/admin/donations/${paymentId}`} className="text-link">
          <Trans>Its story</Trans>
        </Link>
      }
    />
  )

/** Shows what became of money at M-Pesa, and by whom. */
export function BecameLines({ money }: { money: UnplacedMoney }) {
  const { state, placedId, returnCode, reservedBy, reservedWhy } = money
  if (state === 'open') return null
  return (
    <>
      <UnplacedLine
        name={<Trans>State</Trans>}
        value={state === 'placed' ? <Trans>Placed as a gift</Trans> : <Trans>Returned to its payer</Trans>}
      />
      {placedId !== null && (
        <UnplacedLine
          name={<Trans>The gift that it became</Trans>}
          value={
            <Link to={`/admin/donations/${placedId}`} className="text-link">
              <Trans>Its story</Trans>
            </Link>
          }
        />
      )}
      {returnCode && (
        <UnplacedLine name={<Trans>Code of the return</Trans>} value={<span className="figures">{returnCode}</span>} />
      )}
      {reservedBy && <UnplacedLine name={<Trans>Who decided to return it</Trans>} value={<bdi>{reservedBy}</bdi>} />}
      {reservedWhy && <UnplacedLine name={<Trans>Reason</Trans>} value={<bdi>{reservedWhy}</bdi>} />}
      <ClosedLines money={{ ...money, note: withoutCode(money) }} />
    </>
  )
}

/** Returns the note without the code of a return, which has a line of its own. */
const withoutCode = ({ note, returnCode }: UnplacedMoney) =>
  returnCode && `${note} `.startsWith(`${returnCode} `) ? note.slice(returnCode.length + 1) : note

/** Shows who closed it, when, and their note. */
function ClosedLines({ money: { closedAt, closedBy, note } }: { money: UnplacedMoney }) {
  const { i18n } = useLingui()
  return (
    <>
      {closedAt && <UnplacedLine name={<Trans>Closed</Trans>} value={momentIn(i18n.locale as Language, closedAt)} />}
      {closedBy && <UnplacedLine name={<Trans>Closed by</Trans>} value={closedBy} />}
      {note && <UnplacedLine name={<Trans>Note</Trans>} value={<bdi>{note}</bdi>} />}
    </>
  )
}

export const UnplacedLine = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere ml-auto text-right">{value}</dd>
  </div>
)

/** Shows the way out. Stays when the money is closed, so that the answer is still shown. */
export function DecideUnplaced({ money }: { money: UnplacedMoney }) {
  const formAction = useFormAction()
  if (money.state !== 'open') return <Said answer={formAction.answer} />
  return money.currency === 'KES' ? (
    <RefundUnplaced money={money} formAction={formAction} />
  ) : (
    <CloseForeign money={money} formAction={formAction} />
  )
}

type DecideProps = { money: UnplacedMoney; formAction: ReturnType<typeof useFormAction> }

/** Offers the one way out for shillings: back to the person who paid them. */
function RefundUnplaced({ money, formAction: { Form, busy, answer } }: DecideProps) {
  const { t } = useLingui()
  const sum = amountOf(money)
  return (
    <Card title={<Trans>Refund</Trans>}>
      <Form method="post" action={`/admin/books/unplaced/${money.id}/refund`} className="grid gap-4">
        <Said answer={answer} />
        <p>
          <Trans>
            The provider refunds {sum} to the payer. We don’t guess what it was for. The provider keeps its fee.
          </Trans>
        </p>
        <ConfirmField answer={answer} />
        <Button variant="danger" busy={busy} busyText={t`Refunding...`}>
          <Trans>Refund {sum}</Trans>
        </Button>
      </Form>
    </Card>
  )
}

/** Closes money in another currency, which never was in the books, with a person's note on how it was handled. */
function CloseForeign({ money, formAction: { Form, busy, answer } }: DecideProps) {
  const { t } = useLingui()
  return (
    <Card
      title={<Trans>Close with a note</Trans>}
      text={
        <Trans>
          Our books are kept in shillings. Handle this money at the provider, then write what happened to it.
        </Trans>
      }
    >
      <Form method="post" action={`/admin/books/unplaced/${money.id}/close`} noValidate className="grid gap-4">
        <Said answer={answer} />
        <Field name="note" label={<Trans>Note</Trans>} answer={answer} required>
          <TextArea rows={3} maxLength={1000} />
        </Field>
        <ConfirmField answer={answer} />
        <Button busy={busy} busyText={t`Closing...`}>
          <Trans>Close with a note</Trans>
        </Button>
      </Form>
    </Card>
  )
}

/** Shows an answer about the form as a whole above it, for as long as it is true. */
function Said({ answer }: { answer: Answer | undefined }) {
  if (!answer || answer.ok || !answer.says) return null
  return (
    <Notice tone="stop" title={answer.says.title}>
      {answer.says.text}
    </Notice>
  )
}
