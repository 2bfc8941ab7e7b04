import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { Card } from '#app/ui/card.tsx'

type BalanceProps = { raised: number; withdrawn: number; available: number }

/** The money that is there to be withdrawn, and how it comes to that. */
export function Balance({ raised, withdrawn, available }: BalanceProps) {
  return (
    <Card title={<Trans>Balance</Trans>} level={3}>
      <dl className="grid gap-1.5">
        <Line label={<Trans>Total Raised</Trans>}>{moneyText(raised)}</Line>
        <Line label={<Trans>Total Withdrawn</Trans>}>− {moneyText(withdrawn)}</Line>
        <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
          <dt className="font-semibold">
            <Trans>Available</Trans>
          </dt>
          <dd className="figures font-bold font-display text-2xl text-brand tracking-tight">{moneyText(available)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-muted text-sm">
        <Trans>It can be withdrawn from KES 100 upwards.</Trans>
      </p>
    </Card>
  )
}

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)
