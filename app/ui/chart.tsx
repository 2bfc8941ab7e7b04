import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useCount } from './use-count.ts'

type ChartBarsProps = {
  says: string
  heads: [by: string, what: string]
  marks: ChartMark[]
  /** Words below some of the bars, by position; the others have none. */
  ticks: { at: number; text: string }[]
  write?: Writing
}

const height = 168
/** Room above the tallest bar, for its number. */
const head = 22
const floor = height - 1

/** Shows upright bars over a continuous axis: days, hours. The tallest one has its number. */
export function ChartBars({ says, heads, marks, ticks, write }: ChartBarsProps) {
  const { full, short } = useWriting(write)
  const most = Math.max(0, ...marks.map(({ value }) => value))
  const axis = axisTo(most)
  const up = (value: number) => floor - (value / axis.at(-1)!) * (floor - head)
  const peak = most > 0 ? marks.findIndex(({ value }) => value === most) : -1
  return (
    <ChartFrame says={says} heads={heads} marks={marks} write={write}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Scale axis={axis} up={up} write={short} />
        <svg width="100%" height={height} className="block overflow-visible" aria-hidden="true">
          {axis.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={up(value)}
              y2={up(value)}
              className={value ? 'stroke-line' : 'stroke-edge'}
            />
          ))}
          {marks.map((mark, at) => (
            <Bar
              key={mark.key}
              mark={mark}
              at={at}
              of={marks.length}
              top={up(mark.value)}
              strong={at === peak}
              text={`${mark.label}: ${full(mark.value)}`}
            />
          ))}
          {peak >= 0 && <PeakNumber at={peak} of={marks.length} y={up(most) - 6} text={full(most)} />}
        </svg>
        <Ticks ticks={ticks} of={marks.length} />
      </div>
    </ChartFrame>
  )
}

type BarProps = { mark: ChartMark; at: number; of: number; top: number; strong: boolean; text: string }

/** A bar, with room above and below it for the pointer, which shows its number. */
function Bar({ mark, at, of, top, strong, text }: BarProps) {
  const width = 100 / of
  // The smallest number has to be visible, too; zero shows nothing.
  const y = mark.value > 0 ? Math.min(top, floor - 2) : floor
  return (
    <g className="group">
      <title>{text}</title>
      <rect
        x={`${at * width}%`}
        y="0"
        width={`${width}%`}
        height={height}
        className="fill-transparent group-hover:fill-well"
      />
      {mark.value > 0 && (
        <rect
          x={`${(at + 0.14) * width}%`}
          y={y}
          width={`${width * 0.72}%`}
          height={floor - y}
          rx={of > 40 ? 0 : 2}
          className={strong ? 'fill-accent' : 'fill-brand'}
        />
      )}
    </g>
  )
}

/** Aligns a word below or above a bar: centred, but never over the edge. */
const sideOf = (at: number, of: number) => {
  const middle = (at + 0.5) / of
  return middle < 0.08 ? 'start' : middle > 0.92 ? 'end' : 'middle'
}

function PeakNumber({ at, of, y, text }: { at: number; of: number; y: number; text: string }) {
  const side = sideOf(at, of)
  const x = { start: at / of, middle: (at + 0.5) / of, end: (at + 1) / of }[side]
  return (
    <text x={`${x * 100}%`} y={y} textAnchor={side} className="figures fill-ink font-semibold text-[0.8125rem]">
      {text}
    </text>
  )
}

type ScaleProps = { axis: number[]; up: (value: number) => number; write: (value: number) => string }

function Scale({ axis, up, write }: ScaleProps) {
  return (
    <div className="figures relative text-right text-muted text-xs" style={{ height }}>
      <span className="invisible">
        {axis.map(write).reduce((longest, one) => (one.length > longest.length ? one : longest))}
      </span>
      {axis.map((value) => (
        <span key={value} className="-translate-y-1/2 absolute right-0" style={{ top: up(value) }}>
          {write(value)}
        </span>
      ))}
    </div>
  )
}

function Ticks({ ticks, of }: { ticks: ChartBarsProps['ticks']; of: number }) {
  return (
    <div className="figures relative col-start-2 mt-2 h-5 text-muted text-xs">
      {ticks.map(({ at, text }) => {
        const side = sideOf(at, of)
        const x = { start: at / of, middle: (at + 0.5) / of, end: (at + 1) / of }[side]
        return (
          <span
            key={at}
            className={cx(
              'absolute whitespace-nowrap',
              side === 'middle' && '-translate-x-1/2',
              side === 'end' && '-translate-x-full',
            )}
            style={{ left: `${x * 100}%` }}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
}

/** The most steps of an axis above zero. */
const mostSteps = 4

/**
 * Returns the marks of an axis of counts: from zero upwards in whole, round steps, so that no bar looks taller than it is and no mark
 * is between two counts.
 */
export function axisTo(most: number): number[] {
  const step = stepFor(Math.max(1, Math.ceil(most)))
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (most <= digit * power * mostSteps) return digit * power
}

type ChartMark = {
  key: string
  /** The label as the table writes it: '20 November 2026', 'Kenya'. */
  label: string
  value: number
}

/** The format of a chart's values: in full, and short for its axis. Without it they are counts. */
export type Writing = { full: (value: number) => string; short: (value: number) => string }

export function useWriting(write: Writing | undefined): Writing {
  const count = useCount()
  return write ?? { full: count, short: count }
}

type ChartFrameProps = {
  /** A sentence that says what the picture shows; screen readers read it instead. */
  says: string
  marks: ChartMark[]
  /** The headings of the table: the grouping, and the count. */
  heads: [by: string, what: string]
  write?: Writing | undefined
  children: ReactNode
}

/** A chart: the picture, a sentence that describes it, and all its numbers as a table one click away. */
function ChartFrame({ says, marks, heads, write, children }: ChartFrameProps) {
  const { full } = useWriting(write)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-4 text-[0.9375rem] text-muted">{says}</figcaption>
      <div role="img" aria-label={says}>
        {children}
      </div>
      <details className="group mt-3">
        <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control px-2 font-semibold text-[0.9375rem] hover:bg-well [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          <Trans>Show as a table</Trans>
        </summary>
        <section
          aria-label={says}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
          tabIndex={0}
          className="max-h-80 overflow-y-auto rounded-control border border-line"
        >
          <table className="w-full text-left text-[0.9375rem]">
            <caption className="sr-only">{says}</caption>
            <thead className="sticky top-0 bg-well text-sm">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  {heads[0]}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-semibold">
                  {heads[1]}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {marks.map(({ key, label, value }) => (
                <tr key={key}>
                  <th scope="row" className="wrap-anywhere px-3 py-2 font-normal">
                    {label}
                  </th>
                  <td className="figures px-3 py-2 text-right">{full(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

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
