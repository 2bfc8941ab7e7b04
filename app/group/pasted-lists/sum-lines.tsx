import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Sum } from './row.ts'
import type { ShownRows } from './shown.ts'

/** Shows the sum of the rows, and whether it equals the total in the list. */
export function SumLines({ sums, shown }: { sums: Sum[]; shown: ShownRows }) {
  const totals = sums.filter(({ kind, addsUp }) => kind === 'total' && addsUp !== null)
  return (
    <div className="grid gap-3">
      <RowsSum shown={shown} />
      {totals.map(({ line, amount, addsUp }) => (
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
      ))}
    </div>
  )
}

/** '22 rows, KES 34,500: 12 paid, 10 pledged' */
function RowsSum({ shown: { all, sum, kinds, entered, left } }: { shown: ShownRows }) {
  const { t } = useLingui()
  const { gift = 0, pledge = 0, ask = 0, claim = 0, undo = 0 } = kinds
  const parts = [
    gift > 0 && t`${gift} paid`,
    pledge > 0 && t`${pledge} pledged`,
    ask > 0 && t`${plural(ask, { one: '# does not say', other: '# do not say' })}`,
    claim > 0 && t`${claim} to look for`,
    undo > 0 && t`${undo} reversed`,
  ].filter((part) => part !== false)
  const rows = t`${plural(all, { one: '# row', other: '# rows' })}`
  return (
    <p className="figures">
      <b>
        {rows}, {moneyText(sum)}
      </b>
      {`: ${parts.join(', ')}`}
      {entered > 0 && (
        <span className="block text-muted">
          <Trans>
            {entered} entered, {left} left
          </Trans>
        </span>
      )}
    </p>
  )
}
