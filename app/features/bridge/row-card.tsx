import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { amountText, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { RowFields } from './row-fields.tsx'
import { lookWords, proposalWords } from './says.ts'
import { isOpen, type ShownRow } from './shown.ts'

type RowCardProps = {
  row: ShownRow
  /** What was typed on its page so far; undefined while nothing was. */
  typed: Record<string, string> | undefined
  answer: Answer | undefined
}

/** One row: what it is, why to look at it, the text it is from, and its fields. */
export function RowCard({ row, typed, answer }: RowCardProps) {
  const { t, i18n } = useLingui()
  const { nr, name, amount, paid, proposal, looks, resembles, text, state } = row
  const who = name ?? t`No name`
  const wrong = Object.entries(answer?.errors ?? {}).filter(([field]) => field.endsWith(`.${nr}`))
  if (!isOpen(state)) return <DoneRow row={row} />
  return (
    <section
      aria-label={who}
      className={cx(
        'grid gap-2 rounded-card border bg-card p-3 sm:p-4',
        wrong.length > 0 ? 'border-stop' : 'border-line',
      )}
    >
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={`pick.${nr}`}
          defaultChecked={typed ? typed[`pick.${nr}`] === 'on' : row.isTicked}
          data-clear={looks.length === 0 && proposal !== 'ask' ? '' : undefined}
          className="size-5 shrink-0 accent-[var(--brand)]"
        />
        <span className="min-w-0 flex-1 font-semibold">
          <bdi className="wrap-anywhere">{who}</bdi>
          <span className="figures block font-normal text-muted text-sm sm:hidden">
            <Sum amount={amount} paid={paid} />
          </span>
        </span>
        <span className="figures hidden font-semibold sm:block">
          <Sum amount={amount} paid={paid} />
        </span>
        <Badge tone={proposal === 'gift' ? 'gain' : proposal === 'ask' ? 'warn' : 'info'}>
          {i18n._(proposalWords[proposal])}
        </Badge>
      </label>
      {looks.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-warn">
          {looks.map((look) => (
            <li key={look} className="flex items-center gap-1.5">
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
              {i18n._(lookWords[look])}
              {resembles && /another row|twice/.test(look) ? ` (${t`line ${resembles}`})` : ''}
            </li>
          ))}
        </ul>
      )}
      <p className="line-clamp-3 text-muted text-sm wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
      {wrong.map(([field, words]) => (
        <p key={field} className="font-medium text-sm text-stop">
          {words}
        </p>
      ))}
      <details open={proposal === 'ask' || proposal === 'claim' || wrong.length > 0} className="group">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-sm underline">
          <Trans>Change</Trans>
        </summary>
        <RowFields row={row} typed={typed} />
      </details>
    </section>
  )
}

function Sum({ amount, paid }: { amount: number; paid: number }) {
  const isPart = paid > 0 && paid < amount
  const [there, whole] = [amountText(paid), amountText(amount)]
  if (amount === 0) return '–'
  return isPart ? (
    <Trans>
      {there} of {whole} paid
    </Trans>
  ) : (
    moneyText(amount)
  )
}

/** What was entered already, or taken back. */
function DoneRow({ row: { name, amount, paid, state } }: { row: ShownRow }) {
  const { t } = useLingui()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-card border border-line bg-well p-3 sm:p-4">
      <span className="min-w-0">
        <bdi className="font-semibold wrap-anywhere">{name ?? t`No name`}</bdi>
        <span className="figures block text-muted text-sm">
          <Sum amount={amount} paid={paid} />
        </span>
      </span>
      <Badge tone={state === 'entered' ? 'gain' : 'neutral'}>
        {state === 'entered' ? <Trans>Entered</Trans> : <Trans>Taken back</Trans>}
      </Badge>
    </section>
  )
}
