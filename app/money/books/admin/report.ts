import type { PeriodStep, Range } from './period.ts'
import type { RevenueAsked, RevenueSums } from './revenue.ts'

/** A line of the list: a step of time, a drive or a channel. */
export type ReportRow = RevenueSums & {
  /** The first day of a step, the id of a drive, the name of a channel. */
  key: string
  title?: string | null
  slug?: string | null
}

/** A bar of the chart: the first day of its step, and cents. */
export type ReportMark = [start: string, value: number]

export type Report = {
  asked: RevenueAsked
  range: Range
  totals: RevenueSums
  /** The shares still to be collected, of all time. */
  uncollected: number
  rows: ReportRow[]
  marks: ReportMark[]
  /** The step of the rows, which may be wider than was asked; null where rows are no steps. */
  step: PeriodStep | null
  next: string | null
  page: number
  pages: number
}
