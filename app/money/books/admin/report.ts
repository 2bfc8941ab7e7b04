import type { Range, Step } from './period.ts'
import type { Asked, Sums } from './revenue.ts'

/** A line of the list: a step of time, a drive or a channel. */
export type Row = Sums & {
  /** The first day of a step, the id of a drive, the name of a channel. */
  key: string
  title?: string | null
  slug?: string | null
}

/** A bar of the chart: the first day of its step, and cents. */
export type Mark = [start: string, value: number]

export type Report = {
  asked: Asked
  range: Range
  totals: Sums
  /** What is still to be collected, of all time. */
  uncollected: number
  rows: Row[]
  marks: Mark[]
  /** How time is cut, which may be wider than was asked; null where rows are no steps. */
  step: Step | null
  next: string | null
  page: number
  pages: number
}
