import { sql } from 'kysely'
import { atOneMoment, type Moment } from '#app/base/ledger/moment.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type PeriodStep, rangeOf, steps, stepsBetween } from './period.ts'
import { everyStep } from './report.server.ts'
import type { ReportMark } from './report.ts'

/** The platform's growth, step by step: gifts, its share of them, new drives, new people. */
export type Growth = {
  step: PeriodStep
  raised: ReportMark[]
  fees: ReportMark[]
  drives: ReportMark[]
  people: ReportMark[]
}

/** A month of days, half a year of weeks, a year of months. */
const spans = { day: '30', week: '182', month: '365' } as const

/** Reads the step from an address. */
export const growthStepIn = (query: URLSearchParams): PeriodStep =>
  steps.find((step) => step === query.get('by')) ?? 'day'

export const growthOf = (db: Db, step: PeriodStep): Promise<Growth> =>
  atOneMoment(db, async (moment) => {
    const { to } = rangeOf({ period: '30', from: null, to: null }, moment.today)
    const from = new Date(Date.parse(to) - (Number(spans[step]) - 1) * 86_400_000).toISOString().slice(0, 10)
    const { rows } = await everyStep(moment, { range: { from, to }, search: '', channel: null }, step)
    const span = { from, to }
    return {
      step,
      raised: rows.map(({ key, gross }): ReportMark => [key, gross]),
      fees: rows.map(({ key, fee }): ReportMark => [key, fee]),
      drives: await newOnes(moment, step, span, sql`fund_drives where true`),
      people: await newOnes(moment, step, span, sql`users where deleted_at is null`),
    }
  })

type Span = { from: string; to: string }

async function newOnes(
  { tx }: Moment,
  step: PeriodStep,
  span: Span,
  of: ReturnType<typeof sql>,
): Promise<ReportMark[]> {
  const { rows } = await sql<{ start: string; count: number }>`
    select date_trunc(${step}, created_at at time zone 'Africa/Nairobi')::date::text as start, count(*)::int as count
    from ${of} and created_at >= ${span.from}::date::timestamp at time zone 'Africa/Nairobi' group by 1`.execute(tx)
  const counted = new Map(rows.map(({ start, count }) => [start, count]))
  return stepsBetween(step, span).map((start): ReportMark => [start, counted.get(start) ?? 0])
}
