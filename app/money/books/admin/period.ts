import { askedDay } from '#app/kit/time.ts'

// Spans of days and their division into steps, by the calendar of Nairobi. Days are written '2026-11-20'.

export const periods = ['7', '30', '90', '365', 'all'] as const
export type Period = (typeof periods)[number]
export const steps = ['day', 'week', 'month'] as const
export type PeriodStep = (typeof steps)[number]

/** The first and the last day; without a first one, everything up to the last. */
export type Range = { from: string | null; to: string }

const dayLength = 86_400_000
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
const monthOf = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (day: string) => monthOf(plus(monthOf(day), 31))

export type AskedPeriod = { period: Period; from: string | null; to: string | null }

/** Reads the period from an address. Typed days take precedence over the offered periods. */
export function periodIn(query: URLSearchParams): AskedPeriod {
  const period = periods.find((one) => one === query.get('period')) ?? '30'
  return { period, from: askedDay(query, 'from'), to: askedDay(query, 'to') }
}

/** Returns the days that are meant, up to today. Two days typed the wrong way round are swapped. */
export function rangeOf({ period, from, to }: AskedPeriod, today: string): Range {
  const past = (day: string) => (day < today ? day : today)
  if (from && to) return from <= to ? { from: past(from), to: past(to) } : { from: past(to), to: past(from) }
  if (from || to) return { from: from && past(from), to: past(to ?? today) }
  return { from: period === 'all' ? null : plus(today, 1 - Number(period)), to: today }
}

/** Splits a period into whole months, which have sums of their own, and the days before and after them. */
export function partsOfPeriod({ from, to }: Range): { months: [string, string]; days: [string, string][] } {
  const after = plus(to, 1)
  // Before the first year that a date can have there is nothing.
  const begin = from ?? '1000-01-01'
  const first = begin === monthOf(begin) ? begin : nextMonth(begin)
  const last = monthOf(after)
  if (first >= last) return { months: [first, first], days: [[begin, after]] }
  return {
    months: [first, last],
    days: (
      [
        [begin, first],
        [last, after],
      ] as [string, string][]
    ).filter(([a, b]) => a < b),
  }
}

/** Returns the first day of the step that this day belongs to. */
export function startOf(step: PeriodStep, day: string): string {
  if (step === 'month') return monthOf(day)
  if (step === 'day') return day
  // Weeks begin on Mondays; the first of January 1970 was a Thursday.
  const number = Date.parse(`${day}T00:00:00Z`) / dayLength
  return plus(day, -((((number + 3) % 7) + 7) % 7))
}

export const nextStart = (step: PeriodStep, start: string): string =>
  step === 'month' ? nextMonth(start) : plus(start, step === 'week' ? 7 : 1)

/** The most steps that a table and a chart can show at a glance. */
const mostSteps = 371

/** Returns the step that was asked for, or the next wider one while there would be too many steps. */
export function stepFor(asked: PeriodStep, { from, to }: { from: string; to: string }): PeriodStep {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  if (asked === 'day' && days > mostSteps) return stepFor('week', { from, to })
  return asked === 'week' && days / 7 > mostSteps ? 'month' : asked
}

/** Lists every step between two days, the oldest first; also those in which nothing happened. */
export function stepsBetween(step: PeriodStep, { from, to }: { from: string; to: string }): string[] {
  const starts: string[] = []
  for (let start = startOf(step, from); start <= to; start = nextStart(step, start)) starts.push(start)
  return starts
}
