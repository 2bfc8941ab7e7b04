import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { data, Link } from 'react-router'
import { officeDeed } from '#app/admin/decision.server.ts'
import { recordLook } from '#app/base/audit/audit.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { answerForm } from '#app/money/payments/admin/office-forms.ts'
import { debtOf } from '#app/money/payouts/admin/debts.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { databaseNow, db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/dispute.ts'
import { answerAs } from './answer.server.ts'
import { AnswerForm } from './answer-form.tsx'
import { DisputeFacts, Outcome } from './dispute-facts.tsx'
import { disputeDecisionTexts } from './disputes.ts'
import { disputeNumber, lossOf } from './disputes-list.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const dispute = await disputeNumber(db, numberIn(params.dispute))
  if (!dispute) throw data(null, { status: 404 })
  const [loss, debt, now] = await Promise.all([
    lossOf(db, dispute.extId),
    dispute.drive ? debtOf(db, dispute.drive.id) : undefined,
    databaseNow(db),
    recordLook(db, { by: actorIn(context), noun: 'dispute', subject: dispute.id }),
  ])
  return { dispute, loss, debt: debt?.debt ?? 0, now }
}

export const action = officeDeed({
  form: answerForm,
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

/** One dispute, its clock, and our answer to it. */
export default function Dispute({ loaderData: { dispute, loss, debt, now }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`payment:${dispute.payment}`])
  const sum = moneyText(dispute.amount, 'KSH')
  const by = dispute.by ?? ''
  return (
    <OfficePage
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
    </OfficePage>
  )
}
