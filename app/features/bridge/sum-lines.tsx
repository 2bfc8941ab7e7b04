import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Sum } from './row.ts'

/** The list's own total says whether its rows were read rightly. */
export function SumLines({ sums }: { sums: Sum[] }) {
  const totals = sums.filter(({ kind, addsUp }) => kind === 'total' && addsUp !== null)
  return totals.map(({ line, amount, addsUp }) => (
    <Notice
      key={line}
      tone={addsUp ? 'gain' : 'warn'}
      title={
        addsUp ? (
          <Trans>The rows add up to the total of the list, {moneyText(amount)}</Trans>
        ) : (
          <Trans>The rows do not add up to the total of the list, {moneyText(amount)}</Trans>
        )
      }
    >
      {!addsUp && <Trans>Look for a row that was read wrongly, or for one that is missing.</Trans>}
    </Notice>
  ))
}
