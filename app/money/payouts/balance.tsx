import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Funds } from '#app/base/ledger/wallet.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Limits, limitWords, type PayoutOutcome, type PayoutWay, receivable } from './outcome.ts'
import { payoutMin } from './payout.ts'

type BalanceProps = {
  funds: Funds
  /** The sum of recorded gifts, which the page adds to the same total. */
  recorded: number
  way: PayoutWay
}

/** Shows the money that can be withdrawn, and how it adds up. */
export function Balance({ funds, recorded, way }: BalanceProps) {
  const { raised, withdrawn, underWay, available, held, mayAsk, debt, frozen } = funds
  const [onItsWay, heldText, mayText, debtText, beside] = [underWay, held, mayAsk, debt, recorded].map((cents) =>
    moneyText(cents),
  )
  return (
    <Card title={<Trans>Balance</Trans>} level={3}>
      <dl className="grid gap-1.5">
        <Line label={<Trans>Total Raised</Trans>}>{moneyText(raised)}</Line>
        {recorded > 0 && (
          <Note label={<Trans>Recorded gifts</Trans>}>
            <Trans>
              without {beside} that did not come through {'{brand}'}
            </Trans>
          </Note>
        )}
        <Line label={<Trans>Total Withdrawn</Trans>}>
          {withdrawn > 0 && '− '}
          {moneyText(withdrawn)}
        </Line>
        {underWay > 0 && (
          <Note label={<Trans>On its way</Trans>}>
            <Trans>{onItsWay} of it is still on its way to you</Trans>
          </Note>
        )}
        <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
          <dt className="font-semibold">
            <Trans>Available</Trans>
          </dt>
          <dd className="figures font-bold font-display text-2xl text-brand tracking-tight">{moneyText(available)}</dd>
        </div>
      </dl>
      {frozen !== null ? (
        <Frozen why={frozen} className="mt-4" />
      ) : debt > 0 ? (
        <Notice tone="warn" className="mt-4" title={<Trans>{debtText} will be recovered from coming donations</Trans>}>
          <Trans>A gift was refunded after you had withdrawn it. You can withdraw again once that is covered.</Trans>
        </Notice>
      ) : held > 0 ? (
        <Notice className="mt-4" title={<Trans>{heldText} is on hold</Trans>}>
          <Trans>
            A gift is being refunded, or the supporter’s bank disputes it. Until that is decided, you can withdraw{' '}
            {mayText}.
          </Trans>
        </Notice>
      ) : (
        <div className="mt-3 grid gap-0.5 text-muted text-sm">
          {mayAsk >= payoutMin && (
            <p className="text-ink">
              <CanReceive {...{ funds, way }} />
            </p>
          )}
          <p>
            <Trans>Minimum withdrawal KES 100</Trans>
          </p>
        </div>
      )}
    </Card>
  )
}

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)

const Note = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="-mt-1 text-muted text-sm">
    <dt className="sr-only">{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Shows the one sum that an owner can count on: what is sent if they withdraw everything, with the fee beside it. */
export function CanReceive({ funds, way }: { funds: Funds; way: PayoutWay }) {
  if (funds.mayAsk < payoutMin) return <Trans>Minimum withdrawal KES 100</Trans>
  const sums = receivable(funds, way)
  const [net, fee] = [moneyText(sums.net), moneyText(sums.fee)]
  return sums.fee > 0 ? (
    <Trans>
      You can receive {net} (fee {fee}).
    </Trans>
  ) : (
    <Trans>You can receive {net}.</Trans>
  )
}

/** Tells an owner that an administrator lets nothing out of their drive, and why. */
export function Frozen({ why, className }: { why: string; className?: string }) {
  const { t } = useLingui()
  return (
    <Notice
      tone="warn"
      title={<Trans>Withdrawals are frozen by an administrator</Trans>}
      {...(className ? { className } : {})}
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>Donations still arrive. Nothing can be withdrawn for now.</Trans>
      </p>
    </Notice>
  )
}

/** Says that one transfer there can't be so large. */
export function OverLimit({
  to,
  outcome,
  limits,
}: {
  to: { type: PayoutWay }
  outcome: PayoutOutcome
  limits: Limits
}) {
  const { i18n } = useLingui()
  const words = limitWords(to, outcome, limits)
  return words ? <Notice title={i18n._(words)} /> : null
}
