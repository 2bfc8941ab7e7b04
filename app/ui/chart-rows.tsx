import { Trans } from '@lingui/react/macro'
import { ChartFrame, type ChartMark, useWriting, type Writing } from './chart-frame.tsx'

type ChartRowsProps = {
  says: string
  heads: [by: string, what: string]
  marks: ChartMark[]
  /** The whole of which the bars are parts: the sum of all, including those not shown. */
  of: number
  write?: Writing
}

/** Shows horizontal bars, one below the other. A bar is as long as its part of the whole. */
export function ChartRows({ says, heads, marks, of, write }: ChartRowsProps) {
  const { full } = useWriting(write)
  const whole = Math.max(of, 1)
  const percents = wholePercents(
    marks.map(({ value }) => value),
    whole,
  )
  return (
    <ChartFrame says={says} heads={heads} marks={marks} write={write}>
      <div className="grid gap-3">
        {marks.map(({ key, label, value }, at) => {
          const percent = percents[at]!
          return (
            <div key={key} className="min-w-0 text-[0.9375rem]">
              <div className="flex items-baseline justify-between gap-4">
                <span className="wrap-anywhere min-w-0">{label}</span>
                <span className="figures shrink-0">
                  <span className="font-semibold">{full(value)}</span>{' '}
                  <span className="text-muted text-sm">
                    {value > 0 && percent === 0 ? <Trans>under 1%</Trans> : <Trans>{percent}%</Trans>}
                  </span>
                </span>
              </div>
              <svg width="100%" height="10" className="mt-1 block" aria-hidden="true">
                <rect width="100%" height="10" rx="3" className="fill-well" />
                {value > 0 && (
                  <rect
                    style={{ width: `max(3px, ${(value * 100) / whole}%)` }}
                    height="10"
                    rx="3"
                    className="fill-brand"
                  />
                )}
              </svg>
            </div>
          )
        })}
      </div>
    </ChartFrame>
  )
}

/**
 * Rounds parts to whole percents that add up to 100 if the parts add up to the whole: the remainder of rounding down goes to the
 * largest fractions. Only all of it is 100, and less than a half is not 1.
 */
export function wholePercents(values: number[], whole: number): number[] {
  if (whole <= 0) return values.map(() => 0)
  const rest = Math.max(0, whole - values.reduce((sum, value) => sum + value, 0))
  const exact = [...values, rest].map((value) => (value * 100) / whole)
  const percents = exact.map(Math.floor)
  let left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const order = exact.map((value, at) => ({ at, over: value - Math.floor(value) })).sort((a, b) => b.over - a.over)
  for (const { at, over } of order) {
    if (left <= 0) break
    if (over === 0 || percents[at] === 99 || exact[at]! < 0.5) continue
    percents[at]!++
    left--
  }
  return percents.slice(0, values.length)
}
