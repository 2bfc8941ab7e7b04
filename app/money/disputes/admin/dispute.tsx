import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Donor } from '#app/money/payments/admin/gifts-list.tsx'
import { claimAnswerForm } from '#app/money/payments/admin/payment-admin-forms.ts'
import { debtOf } from '#app/money/payouts/admin/debts-list.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { databaseNow, db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/dispute.ts'
import { type DisputeLine, disputeDecisionTexts, textMax } from './disputes.ts'
import { answerAs, disputeNumber, lossOf } from './disputes-list.server.ts'
import { TimeLeft } from './disputes-list.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const dispute = await disputeNumber(db, numberIn(params.dispute))
  if (!dispute) throw data(null, { status: 404 })
  const [loss, debt, now] = await Promise.all([
    lossOf(db, dispute.extId),
    dispute.drive ? debtOf(db, dispute.drive.id) : undefined,
    databaseNow(db),
    recordAccess(db, { by: actorIn(context), noun: 'dispute', subject: dispute.id }),
  ])
  return { dispute, loss, debt: debt?.debt ?? 0, now }
}

export const action = adminAction({
  form: claimAnswerForm,
  page: true,
  failed: disputeDecisionTexts.failed,
  at: ({ params }) => numberIn(params.dispute),
  run: async ({ answer }, by, dispute) => {
    await answerAs(db, dispute, answer, by)
    return {
      go: `/admin/disputes/${dispute}`,
      says: answer.is === 'accept' ? disputeDecisionTexts.accepted : disputeDecisionTexts.declined,
    }
  },
})

/** Shows one dispute, its time limit, and our answer to it. */
export default function Dispute({ loaderData: { dispute, loss, debt, now }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`payment:${dispute.payment}`])
  const sum = moneyText(dispute.amount, 'KSH')
  const by = dispute.by ?? ''
  return (
    <AdminPage
      page={t`Dispute of ${sum}`}
      text={
        <Link to="/admin/disputes" className="text-link inline-flex min-h-11 items-center gap-1">
          <ArrowLeft aria-hidden="true" className="size-4" />
          <Trans>All disputes</Trans>
        </Link>
      }
    >
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
        <div className="lg:order-2">
          <DisputeFacts dispute={dispute} now={now} />
        </div>
        <div className="grid gap-5 *:min-w-0">
          {dispute.answer && dispute.status === 'open' && (
            <Notice title={t`${by} has answered; the payer’s bank has not decided yet`} />
          )}
          {dispute.status === 'open' ? (
            <Card title={<Trans>Answer the payer’s bank</Trans>}>
              <AnswerForm
                action={`/admin/disputes/${dispute.id}`}
                amount={dispute.amount}
                isForViews={dispute.isForViews}
                first={actionData}
              />
            </Card>
          ) : (
            <Outcome dispute={dispute} loss={loss} debt={debt} />
          )}
        </div>
      </div>
    </AdminPage>
  )
}

/** Shows what is disputed, by whom, and until when we may answer. */
function DisputeFacts({ dispute, now }: { dispute: DisputeLine; now: Date }) {
  const { i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const { payment, paid, amount, drive, at, dueAt, reference, extId, isForViews } = dispute
  return (
    <Card title={<Trans>The dispute</Trans>}>
      <dl className="grid gap-3">
        <Fact words={<Trans>Disputed</Trans>}>
          <strong className="figures text-lg">{moneyText(amount, 'KSH')}</strong>
        </Fact>
        <Fact words={isForViews ? <Trans>Payment for views</Trans> : <Trans>Payment</Trans>}>
          <Link to={`/admin/donations/${payment}`} className="text-link inline-flex min-h-11 items-center md:min-h-6">
            {moneyText(paid, 'KSH')}
          </Link>
        </Fact>
        <Fact words={<Trans>Fund drive</Trans>}>
          <span dir="auto">{drive?.title ?? <Trans>Deleted</Trans>}</span>
        </Fact>
        <Fact words={isForViews ? <Trans>Email</Trans> : <Trans>Donor</Trans>}>
          {isForViews ? dispute.email : <Donor gift={dispute} />}
        </Fact>
        <Fact words={<Trans>Opened</Trans>}>{moment(at)}</Fact>
        {dueAt && <Fact words={<Trans>Answer until</Trans>}>{moment(dueAt)}</Fact>}
        <Fact words={<Trans>Time to answer</Trans>}>
          <TimeLeft dispute={dispute} now={now} />
        </Fact>
        <Fact words={<Trans>Reference</Trans>}>
          <span className="figures text-sm">{reference}</span>
        </Fact>
        <Fact words={<Trans>Provider’s number</Trans>}>{extId}</Fact>
      </dl>
    </Card>
  )
}

type Loss = { amount: number; feePart: number } | undefined

/** Shows what the end of a dispute did to the money. */
function Outcome({ dispute, loss, debt }: { dispute: DisputeLine; loss: Loss; debt: number }) {
  if (dispute.resolution === 'declined')
    return (
      <Notice tone="gain" title={<Trans>Won: nothing is refunded</Trans>}>
        {!dispute.isForViews && <Trans>The disputed amount can be withdrawn again.</Trans>}
      </Notice>
    )
  const [back, fee, owed] = [loss?.amount ?? 0, loss?.feePart ?? 0, debt].map((cents) => moneyText(cents, 'KSH'))
  return (
    <Notice tone="stop" title={<Trans>Lost: {back} was refunded to the payer</Trans>}>
      {dispute.isForViews ? (
        <Trans>The platform paid for it. The unused views are gone.</Trans>
      ) : (
        <Trans>The platform paid {fee} of it, and the fund drive paid the rest.</Trans>
      )}{' '}
      {debt > 0 && !dispute.isForViews && <Trans>The fund drive owes {owed}. New donations pay it.</Trans>}
    </Notice>
  )
}

const Fact = ({ words, children }: { words: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6">
    <dt className="text-muted">{words}</dt>
    <dd className="wrap-anywhere min-w-0 text-right">{children}</dd>
  </div>
)

type AnswerFormProps = {
  action: string
  amount: number
  /** True if views were paid for: then the platform bears what goes back. */
  isForViews: boolean
  first: Answer | undefined
}

/** Asks for our answer to the payer's bank: the dispute is right, wholly or in part, or it is not, and why. Works without a script, too. */
function AnswerForm({ action, amount, isForViews, first }: AnswerFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const sum = moneyText(amount, 'KSH')
  return (
    <Form method="post" action={action} noValidate className="group/answer grid gap-5">
      {answer && !answer.ok && answer.says && (
        <Notice tone="stop" title={answer.says.title}>
          {answer.says.text}
        </Notice>
      )}
      <RadioCards
        legend={<Trans>Our answer</Trans>}
        name="is"
        {...(answer?.typed?.is ? { defaultValue: answer.typed.is } : {})}
        answer={answer}
        required
        choices={[
          {
            value: 'accept',
            label: <Trans>Accept</Trans>,
            hint: isForViews ? (
              <Trans>The payer is right: the money is refunded, and the platform pays it.</Trans>
            ) : (
              <Trans>The payer is right: the money is refunded, and the fund drive pays it.</Trans>
            ),
          },
          {
            value: 'decline',
            label: <Trans>Decline</Trans>,
            hint: <Trans>The payment was right: the bank reads what shows it, and decides.</Trans>,
          },
        ]}
      />
      <div className="group-has-[[value=decline]:checked]/answer:hidden">
        <MoneyField
          name="amount"
          label={<Trans>Amount to refund (KSH)</Trans>}
          answer={answer}
          currency="KSH"
          defaultValue={String(amount / 100)}
          hint={<Trans>If you accept: at most {sum}.</Trans>}
        />
      </div>
      <Field
        name="text"
        label={<Trans>Evidence or reason</Trans>}
        answer={answer}
        required
        hint={<Trans>The payer’s bank reads this. Write no names or numbers of others.</Trans>}
      >
        <TextArea rows={5} maxLength={textMax} />
      </Field>
      <ConfirmField answer={answer} />
      <Button size="large" busy={busy} busyText={t`Sending...`}>
        <Trans>Send our answer</Trans>
      </Button>
    </Form>
  )
}
