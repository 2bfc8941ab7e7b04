import { Trans, useLingui } from '@lingui/react/macro'
import { payoutStatusWords } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import type { PayoutListed } from './payout-admin.ts'
import { attemptWords } from './payout-admin.ts'

const tones: Record<PayoutState, BadgeTone> = {
  processing: 'warn',
  approved: 'info',
  completed: 'gain',
  rejected: 'stop',
}

/** Shows how far a request has come, and the result of its last attempt. */
export function StateCell({ payout: { status, attempt } }: { payout: PayoutListed }) {
  const { i18n } = useLingui()
  // A request that could not be sent waits again: one badge says so, and no second one contradicts it.
  if (status === 'processing' && attempt)
    return (
      <Badge tone="warn">
        <Trans>Could not be sent</Trans>
      </Badge>
    )
  return (
    <span className="grid justify-items-end gap-1 @2xl:justify-items-start">
      <Badge tone={tones[status]}>{i18n._(payoutStatusWords[status])}</Badge>
      {attempt && status === 'approved' && (
        <span className="text-muted text-sm">{i18n._(attemptWords[attempt.state])}</span>
      )}
    </span>
  )
}
