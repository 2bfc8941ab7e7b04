import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { cx } from '#app/ui/cx.ts'
import type { Outcome as Figures } from './outcome.ts'

/** What one asks for, what is kept of it, what one receives, and what stays: before it is confirmed. */
export function Outcome({ outcome }: { outcome: Figures | undefined }) {
  const { t } = useLingui()
  const said = (cents: number | undefined) => (cents === undefined ? '–' : moneyText(cents))
  return (
    <section aria-label={t`What you will receive`} aria-live="polite" className="rounded-control bg-well px-4 py-3">
      <dl className="grid gap-1">
        <Line label={<Trans>You ask for</Trans>}>{said(outcome?.amount)}</Line>
        <Line label={<Fee outcome={outcome} />}>
          {outcome && outcome.fee > 0 && '− '}
          {said(outcome?.fee)}
        </Line>
        <Line label={<Trans>You receive</Trans>} strong>
          {said(outcome?.net)}
        </Line>
        <Line label={<Trans>Stays in your balance</Trans>}>{said(outcome?.stays)}</Line>
      </dl>
    </section>
  )
}

/** The share is said where it is the usual one: a promotion has none, and a refund on the way shifts it. */
const Fee = ({ outcome }: { outcome: Figures | undefined }) =>
  !outcome || Math.round((outcome.fee / outcome.amount) * 100) === 5 ? <Trans>Fee (5 %)</Trans> : <Trans>Fee</Trans>

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
