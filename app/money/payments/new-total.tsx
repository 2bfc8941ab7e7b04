import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { Progress } from '#app/ui/progress.tsx'
import './result.css'

type NewTotalProps = { raised: number; goal: number; amount: number }

/** Shows the drive's total with the gift in it. The bar moves from where it was. */
export function NewTotal({ raised, goal, amount }: NewTotalProps) {
  const { t } = useLingui()
  const before = Math.min(100, (Math.max(0, raised - amount) * 100) / goal)
  return (
    <div className="bar-moves figures mt-5 w-full text-left" style={{ '--before': `${before}%` } as CSSProperties}>
      <div className="mb-2 flex items-baseline justify-between gap-x-3">
        <p>
          <Trans>
            <strong>{moneyText(raised)}</strong> raised of {moneyText(goal)}
          </Trans>
        </p>
        <p className="font-semibold text-brand">{percentText(raised, goal)}</p>
      </div>
      <Progress value={raised} max={goal} label={t`Raised of the goal`} size="tall" words={false} />
    </div>
  )
}

/** Shows the organiser's thanks, in their own words or in the usual ones. */
export function NewTotalWords({ thanks, organiser }: { thanks: string | null; organiser: string }) {
  const { t } = useLingui()
  return (
    <figure className="mt-5 w-full rounded-control bg-brand-soft px-4 py-3 text-left">
      <blockquote dir="auto" className="whitespace-pre-line font-semibold text-lg leading-snug wrap-anywhere">
        {thanks ?? <Trans>Asante! Your gift brings us closer to our goal.</Trans>}
      </blockquote>
      {organiser && <figcaption className="mt-1 text-muted text-sm">{t`${organiser}, organiser`}</figcaption>}
    </figure>
  )
}
