import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { payoutStatusWords } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { attemptWords, type PayoutListed, type Totals } from './payout-admin.ts'

const sum = (cents: number) => moneyText(cents, 'KSH')

/** Shows the owner of the money. */
export const OwnerCell = ({ payout: { owner, ownerId } }: { payout: PayoutListed }) => (
  <Link to={`/admin/system-users/${ownerId}`} className={way}>
    <OneLine text={owner} className="@2xl:max-w-36" />
  </Link>
)

/** Shows the drive of the money. */
export const DriveCell = ({ payout: { title, slug } }: { payout: PayoutListed }) => (
  <Link to={`/admin/fund-drives/${slug}`} className={way}>
    <OneLine text={title} className="@2xl:max-w-36" />
  </Link>
)
const way = 'text-link inline-flex min-h-11 items-center @2xl:min-h-6'

/** Shows what was asked for, and what is sent of it. */
export function AmountCell({ payout }: { payout: Pick<PayoutListed, 'amount' | 'fee' | 'net'> }) {
  const [fee, net] = [sum(payout.fee), sum(payout.net)]
  return (
    <span className="figures grid">
      <span className="whitespace-nowrap font-semibold">{sum(payout.amount)}</span>
      <span className="flex flex-wrap justify-end gap-x-1.5 text-sm">
        <span className="@2xl:whitespace-nowrap text-muted">
          <Trans>Fee {fee}</Trans>
        </span>
        <span className="@2xl:whitespace-nowrap">
          <Trans>Net {net}</Trans>
        </span>
      </span>
    </span>
  )
}

/** Shows the sums of all requests that the filter finds. */
export function TotalsLine({ totals }: { totals: Totals }) {
  const [amount, fee, net] = [sum(totals.amount), sum(totals.fee), sum(totals.net)]
  return (
    <p className="figures flex flex-wrap justify-between gap-x-6 gap-y-1">
      <span className="text-muted">
        <Plural value={totals.count} one="# request" other="# requests" />
      </span>
      <span>
        <Trans>
          Amount <strong>{amount}</strong>, fee <strong>{fee}</strong>, net <strong>{net}</strong>
        </Trans>
      </span>
    </p>
  )
}

const tones: Record<PayoutState, BadgeTone> = {
  waiting: 'info',
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
