import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { cx } from '#app/ui/cx.ts'
import type { Outcome as Figures } from './outcome.ts'

type OutcomeProps = {
  outcome: Figures | undefined
  /** The platform's share of what this drive is given, in hundredths of a percent. */
  feeBps: number
}

/** What one asks for, what is kept of it, what one receives, and what stays: before it is confirmed. */
export function Outcome({ outcome, feeBps }: OutcomeProps) {
  const { t } = useLingui()
  const said = (cents: number | undefined) => (cents === undefined ? '–' : moneyText(cents))
  return (
    <section aria-label={t`What you will receive`} aria-live="polite" className="rounded-control bg-well px-4 py-3">
      <dl className="grid gap-1">
        <Line label={<Trans>Withdrawal</Trans>}>{said(outcome?.amount)}</Line>
        <Line label={<Fee {...{ outcome, feeBps }} />}>
          {outcome && outcome.fee > 0 && '− '}
          {said(outcome?.fee)}
        </Line>
        <Line label={<Trans>You receive</Trans>} strong>
          {said(outcome?.net)}
        </Line>
        <Line label={<Trans>Balance after</Trans>}>{said(outcome?.stays)}</Line>
      </dl>
      {outcome && outcome.unsent > 0 && <Unsent cents={outcome.unsent} />}
    </section>
  )
}

/** To a wallet only whole shillings go. */
function Unsent({ cents }: { cents: number }) {
  const sum = moneyText(cents)
  return (
    <p className="mt-1 text-muted text-sm">
      <Trans>Mobile money takes whole shillings only: {sum} stays in your balance.</Trans>
    </p>
  )
}

/** The drive's share is said where it is what is kept: a promotion has none, and a refund on the way shifts it. */
function Fee({ outcome, feeBps }: OutcomeProps) {
  const percent = feeBps / 100
  const isUsual = !outcome || Math.round((outcome.fee / outcome.amount) * 100) === Math.round(percent)
  return percent > 0 && isUsual ? <Trans>Fee ({percent}%)</Trans> : <Trans>Fee</Trans>
}

const Line = ({ label, strong, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) => (
  <div
    className={cx('flex flex-wrap items-baseline justify-between gap-x-4', strong && 'my-1 border-line border-y py-2')}
  >
    <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
    <dd className={cx('figures', strong ? 'font-bold font-display text-brand text-xl' : 'font-semibold')}>
      {children}
    </dd>
  </div>
)
