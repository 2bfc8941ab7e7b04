import { Trans } from '@lingui/react/macro'
import type { Funds } from '#app/base/ledger/wallet.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { type PayoutWay, receivable } from './outcome.ts'
import { payoutMin } from './payout.ts'

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
