import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'

type SpendingLineProps = { slug: string; sums: { sent: number; shown: number } }

/** Says in one line what a drive's withdrawals sent and what receipts show of it, with the way to the account. */
export function SpendingLine({ slug, sums: { sent, shown } }: SpendingLineProps) {
  if (sent === 0) return null
  return (
    <p className="wrap-anywhere">
      <Trans>
        {moneyText(sent)} sent, {moneyText(shown)} shown by receipts.
      </Trans>{' '}
      <Link to={`/fundraiser/${slug}/account`} className="inline-flex min-h-11 items-center text-link">
        <Trans>See the account</Trans>
      </Link>
    </p>
  )
}
