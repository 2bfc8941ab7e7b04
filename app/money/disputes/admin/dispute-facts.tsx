import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Donor } from '#app/money/payments/admin/gifts-list.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { DisputeLine } from './disputes.ts'
import { TimeLeft } from './disputes-list.tsx'

/** What is questioned, by whom, and until when we may answer. */
export function DisputeFacts({ dispute, now }: { dispute: DisputeLine; now: Date }) {
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

/** What an end of a dispute did to the money. */
export function Outcome({ dispute, loss, debt }: { dispute: DisputeLine; loss: Loss; debt: number }) {
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
