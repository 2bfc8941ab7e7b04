import { atOneMoment, type Moment } from '#app/base/ledger/moment.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ListRequest as AskedList, askedFor, type Sort } from '#app/platform/list.server.ts'
import { type PeriodStep, rangeOf, startOf, stepFor, stepsBetween } from './period.ts'
import type { Report, ReportMark, ReportRow } from './report.ts'
import {
  channelsOf,
  driveSorts,
  drivesOf,
  type RevenueWanted,
  revenueTotalsOf,
  seriesOf,
  uncollectedOf,
} from './revenue.server.ts'
import { askedIn, isStep, none, type RevenueAsked, type RevenueSums } from './revenue.ts'

export type ReportPage = keyof typeof driveSorts

/** The number of steps on a page of the table. */
const pageSize = 31

/** Returns the page of figures that an address asks for. All of it is of one moment, so that parts and totals fit together. */
export const reportOf = (db: Db, query: URLSearchParams, page: ReportPage): Promise<Report> =>
  atOneMoment(db, async (moment) => {
    const { asked, wanted } = wantedIn(query, page, moment.today)
    const { totals, ...list } = await listOf(moment, { query, page, asked, wanted })
    return {
      asked,
      range: wanted.range,
      totals: totals ?? (await revenueTotalsOf(moment, wanted)),
      uncollected: page === 'sales' ? await uncollectedOf(moment, wanted.search) : 0,
      ...list,
    }
  })

export function wantedIn(
  query: URLSearchParams,
  page: ReportPage,
  today: string,
): { asked: RevenueAsked; wanted: RevenueWanted } {
  const asked = askedIn(query)
  // A withdrawal comes through no channel, so collected shares can't be split by channel.
  if (page === 'sales') Object.assign(asked, { channel: null, by: asked.by === 'channel' ? 'day' : asked.by })
  return { asked, wanted: { range: rangeOf(asked, today), search: asked.search, channel: asked.channel } }
}

type Listed = { query: URLSearchParams; page: ReportPage; asked: RevenueAsked; wanted: RevenueWanted }
/** `totals` is set where every step was read: no second query is needed. */
type List = Pick<Report, 'rows' | 'marks' | 'step' | 'next' | 'page' | 'pages'> & { totals?: RevenueSums }

async function listOf(moment: Moment, { query, page, asked, wanted }: Listed): Promise<List> {
  const whole = { marks: [], step: null, next: null, page: 1, pages: 1 }
  if (asked.by === 'channel') {
    const rows = await channelsOf(moment, wanted)
    return { ...whole, rows: rows.map((row) => ({ ...row, key: row.channel })) }
  }
  if (!isStep(asked.by)) {
    const { rows, next } = await drivesOf(moment, wanted, { ...sortedBy(query, page) })
    return { ...whole, rows: rows.map((row) => ({ ...row, key: row.id })), next }
  }
  const { step, rows } = await everyStep(moment, wanted, asked.by)
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const at = Math.min(asked.page, pages)
  const newest = rows.toReversed().slice((at - 1) * pageSize, at * pageSize)
  const marks = rows.map(({ key, gross, fee }): ReportMark => [key, page === 'sales' ? fee : gross])
  return { ...whole, step, rows: newest, marks, page: at, pages, totals: addedUp(rows) }
}

const addedUp = (rows: RevenueSums[]): RevenueSums =>
  rows.reduce((all, row) => {
    const names = Object.keys(none) as (keyof RevenueSums)[]
    return Object.fromEntries(names.map((name) => [name, all[name] + row[name]])) as RevenueSums
  }, none)

export function sortedBy(query: URLSearchParams, page: ReportPage) {
  const sorts: Record<string, Sort> = driveSorts[page]
  return { sorts, asked: askedFor(query, sorts) as AskedList<string> }
}

/** Returns each step of the period, the oldest first. Without a first day, the first month in which something happened begins it. */
export async function everyStep(
  moment: Moment,
  wanted: RevenueWanted,
  asked: PeriodStep,
): Promise<{ step: PeriodStep; rows: ReportRow[] }> {
  const { range } = wanted
  const months = range.from ? [] : await seriesOf(moment, wanted, 'month')
  const span = { from: range.from ?? months[0]?.start ?? startOf('month', range.to), to: range.to }
  const step = stepFor(asked, span)
  const series = step === 'month' && !range.from ? months : await seriesOf(moment, wanted, step)
  const found = new Map(series.map((row) => [row.start, row]))
  const rows = stepsBetween(step, span).map((key) => ({ ...none, ...found.get(key), key }))
  return { step, rows }
}
