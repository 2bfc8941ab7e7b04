import { Plural, Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import type { PayoutListed, Totals } from './list.server.ts'

const sum = (cents: number) => moneyText(cents, 'KSH')

/** Whose money it is, and of which drive. */
export const WhoseCell = ({ payout: { owner, title, slug } }: { payout: PayoutListed }) => (
  <span className="grid gap-0.5">
    <span className="wrap-anywhere" dir="auto">
      {owner}
    </span>
    <a href={`/fundraiser/${slug}`} className="wrap-anywhere text-link font-normal text-sm" dir="auto">
      {title}
    </a>
  </span>
)

/** What was asked for, and what is sent of it. */
export function AmountCell({ payout }: { payout: Pick<PayoutListed, 'amount' | 'fee' | 'net'> }) {
  const [fee, net] = [sum(payout.fee), sum(payout.net)]
  return (
    <span className="figures grid whitespace-nowrap">
      <span className="font-semibold">{sum(payout.amount)}</span>
      <span className="text-muted text-sm">
        <Trans>Fee {fee}</Trans>
      </span>
      <span className="text-sm">
        <Trans>Net {net}</Trans>
      </span>
    </span>
  )
}

/** What all that the filter finds comes to. */
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
