import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { beyondPlan, overPlan, type PlanLine } from './spending.ts'

type PlanListProps = {
  lines: PlanLine[]
  /** The part below a line, such as the forms that change it. */
  children?: (line: PlanLine) => ReactNode
}

/** The lines of a drive's plan: planned, sent, shown by receipts. */
export function PlanList({ lines, children }: PlanListProps) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {lines.map((line) => (
        <li key={line.id} className="grid gap-1 py-3">
          <OneLine line={line} />
          {children?.(line)}
        </li>
      ))}
    </ul>
  )
}

/** The line that a withdrawal names. */
export function NamedLine({ line }: { line: string }) {
  const { t } = useLingui()
  return (
    <p className="wrap-anywhere text-muted text-sm" dir="auto">
      {t`Line of the plan: ${line}`}
    </p>
  )
}

function OneLine({ line }: { line: PlanLine }) {
  const { i18n } = useLingui()
  const { what, plan, was, changedOn, isClosed, sent, underWay, shown } = line
  const over = beyondPlan(line)
  return (
    <div className="grid gap-0.5">
      <p className="grid gap-x-4 sm:flex sm:items-baseline sm:justify-between">
        <span className="wrap-anywhere min-w-0 font-semibold" dir="auto">
          {what}
        </span>
        <span className="figures whitespace-nowrap">
          <Trans>{moneyText(plan)} planned</Trans>
        </span>
      </p>
      {was !== null && changedOn && (
        <p className="text-muted text-sm">
          <Trans>
            was {moneyText(was)}, changed on {briefDayIn(i18n.locale as Language, noonOf(changedOn))}
          </Trans>
        </p>
      )}
      <p className="text-muted text-sm">
        <Trans>
          {moneyText(sent)} sent, {moneyText(shown)} shown by receipts.
        </Trans>{' '}
        {underWay > 0 && <Trans>{moneyText(underWay)} is set aside and not sent yet</Trans>}
      </p>
      {over > 0 && <p className="font-semibold text-sm">{i18n._(overPlan(over))}</p>}
      {isClosed && (
        <p className="text-muted text-sm">
          <Trans>Closed: no further withdrawal can name it</Trans>
        </p>
      )}
    </div>
  )
}
