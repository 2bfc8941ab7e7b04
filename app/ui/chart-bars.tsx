import { ChartFrame, type ChartMark, useWriting, type Writing } from './chart-frame.tsx'
import { cx } from './cx.ts'

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
