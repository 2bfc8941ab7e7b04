import { Trans } from '@lingui/react/macro'
import { MethodLine } from '#app/money/payouts/method-line.tsx'
import type { MethodShown } from '#app/money/payouts/payout.ts'
import { Card } from '#app/ui/card.tsx'

/** Shows administrators where a person's money can be sent. */
export function MethodsSeen({ methods }: { methods: MethodShown[] }) {
  return (
    <Card title={<Trans>Withdrawal methods</Trans>}>
      {methods.length === 0 ? (
        <p className="text-muted">
          <Trans>None yet. They are added with the first withdrawal.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {methods.map((method) => (
            <MethodLine key={method.id} method={method} />
          ))}
        </ul>
      )}
    </Card>
  )
}
