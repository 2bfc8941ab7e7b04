import { Trans } from '@lingui/react/macro'
import type { Paybill } from './share.ts'

/** Shows how any phone pays without a link: beside each link that is passed on. */
export function PaybillLine({ paybill, className }: { paybill: Paybill; className?: string }) {
  const { number, account } = paybill
  return (
    <p className={className}>
      <Trans>
        M-Pesa from any phone: Paybill <b>{number}</b>, account <b>{account}</b>
      </Trans>
    </p>
  )
}
