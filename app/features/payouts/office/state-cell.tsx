import { useLingui } from '@lingui/react/macro'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { type PayoutState, statusWords } from '../payout.ts'
import type { PayoutListed } from './list.server.ts'
import { attemptWords } from './office.ts'

const tones: Record<PayoutState, Tone> = { processing: 'warn', approved: 'info', completed: 'gain', rejected: 'stop' }

/** How far a request has come, and what became of its last attempt. */
export function StateCell({ payout: { status, attempt } }: { payout: PayoutListed }) {
  const { i18n } = useLingui()
  return (
    <span className="grid justify-items-end gap-1 @2xl:justify-items-start">
      <Badge tone={tones[status]}>{i18n._(statusWords[status])}</Badge>
      {attempt && <span className="text-muted text-sm">{i18n._(attemptWords[attempt.state])}</span>}
    </span>
  )
}
