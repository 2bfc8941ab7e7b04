import { type RawBuilder, sql } from 'kysely'
import { atOneMoment, countedIn, freshSince, type Moment, gone as noDrive } from '#app/base/ledger/moment.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type ListRequest as AskedList, askedFor, pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type PeriodStep, partsOfPeriod, type Range, rangeOf, startOf, stepFor, stepsBetween } from './period.ts'
import {
  askedIn,
  isStep,
  none,
  type Report,
  type ReportMark,
  type ReportRow,
  type RevenueAsked,
  type RevenueChannel,
  type RevenueSums,
} from './revenue.ts'

// Figures of money that came in, went back and was collected: stored sums plus what came since, so exact at any moment.
// Withheld shares are read from the withdrawals themselves.

/** `gifts`: leaves out shares collected with withdrawals, which no stored sum holds. `of`: these drives and no others. */
export type RevenueWanted = {
  range: Range
  search: string
  channel: RevenueChannel | null
  only?: 'gifts'
  of?: string[]
}

/** The stored sums to read: by day, by month where possible, or those of all drives together, which are few. */
type Grain = 'day' | 'month' | 'all drives'

function keptIn(range: Range, grain: Grain): RawBuilder<unknown> {
  if (grain !== 'month') {
    const { from, to } = range
    return sql`s.span = ${grain} and s.starts between ${from ?? '1000-01-01'}::date and ${to}::date`
  }
  const { months, days } = partsOfPeriod(range)
  const part = (span: string, [from, to]: [string, string]) =>
    sql`(s.span = ${span} and s.starts >= ${from}::date and s.starts < ${to}::date)`
  return sql`(${sql.join([part('month', months), ...days.map((edge) => part('day', edge))], sql` or `)})`
}

/** The key that sums are grouped by. */
type By = 'day' | 'channel' | 'drive' | 'nothing'
const amounts = ['payments', 'gross', 'fee', 'provider_fee', 'back', 'fee_back']

/**
 * Sums what moved in a period, by drives and channel. Each source is grouped by itself, sum by sum, before the kinds
 * are told apart: the other order would cost ten times as much for each row of the books.
 */
function movements(
  moment: Moment,
  { range, search, channel, only, of: ids }: RevenueWanted,
  grain: Grain,
  by: By,
): RawBuilder<unknown> {
  const { mark, ownAccounts } = moment
  const key = (of: Record<By, RawBuilder<unknown>>) => of[by]
  const nothing = sql`true`
  const day = (column: string) =>
    sql`${sql.ref(column)} between ${range.from ?? '1000-01-01'}::date and ${range.to}::date`
  const these = (drive: RawBuilder<unknown>) =>
    ids ? sql`and ${drive} = any(${ids}::uuid[])` : search ? sql`and ${drive} in ${drivesLike(search)}` : sql``
  const sums = sql.join(amounts.map((name) => sql`sum(s.${sql.ref(name)}) as ${sql.ref(name)}`))
  const fresh = sql.join(amounts.map((name) => sql`c.${sql.ref(name)}`))
  return sql`
    select ${key({ day: sql`s.starts`, channel: sql`s.channel`, drive: sql`s.fund_drive_id`, nothing })} as key, s.kind, ${sums},
      0 as collected
    from revenue_sums s where ${keptIn(range, grain)} ${these(sql`s.fund_drive_id`)}
      ${channel ? sql`and s.channel = ${channel}` : sql``}
    group by 1, 2
    union all
    select ${key({ day: sql`c.day`, channel: sql`c.channel`, drive: sql`c.drive`, nothing })}, c.kind, ${fresh}, 0
    from (${countedIn(sql`(${freshSince(mark, ownAccounts)})`, ownAccounts)}) c
    where ${day('c.day')} ${these(sql`c.drive`)} ${channel ? sql`and c.channel = ${channel}` : sql``}
    ${channel || only ? sql`` : sql`union all ${withheld(range, these(sql`o.fund_drive_id`), by)}`}`
}

/** Selects the shares collected with withdrawals, which come through no channel. */
function withheld(range: Range, these: RawBuilder<unknown>, by: By): RawBuilder<unknown> {
  const begins = sql`${range.from ?? '1000-01-01'}::date::timestamp at time zone 'Africa/Nairobi'`
  const ends = sql`(${range.to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`
  const nobody = sql.join(amounts.map(() => sql`0`))
  const among = sql`payout_requests o
    where o.status <> 'rejected' and o.created_at >= ${begins} and o.created_at < ${ends} ${these} group by 1`
  // Finding the calendar day costs more than all the rest: it is computed for each hour, not for each withdrawal.
  if (by === 'day')
    return sql`select (h.hour at time zone 'Africa/Nairobi')::date, 'payout', ${nobody}, h.fee
      from (select date_bin('1 hour', o.created_at, 'epoch') as hour, sum(o.fee) as fee from ${among}) h`
  const key = { channel: sql`'other'`, drive: sql`o.fund_drive_id`, nothing: sql`true` }[by]
  return sql`select ${key}, 'payout', ${nobody}, sum(o.fee) from ${among}`
}

const drivesLike = (search: string) =>
  sql`(select id from fund_drives where title ilike ${containing(search)} or slug ilike ${containing(search)})`

const of = (kind: string, column: string) =>
  sql`coalesce(sum(m.${sql.ref(column)}) filter (where m.kind = ${sql.lit(kind)}), 0)::bigint`
const summed = sql`
  ${of('donation', 'payments')} as gifts, ${of('donation', 'gross')} as gross, ${of('donation', 'fee')} as fee,
  ${of('donation', 'provider_fee')} as "providerFee", ${of('donation', 'back')} as back,
  ${of('donation', 'fee_back')} as "feeBack", ${of('subscription', 'gross')} as sales,
  ${of('subscription', 'back')} as "salesBack", ${of('subscription', 'provider_fee')} as "salesProviderFee",
  coalesce(sum(m.collected), 0)::bigint as collected`

/**
 * Sums where drives need not be told apart. The sums of all drives together are few, and suffice without a search.
 * Where a search matches at least half of the drives, the sums of the others are subtracted from them.
 */
async function together(moment: Moment, wanted: RevenueWanted, grain: Grain, by: By): Promise<RawBuilder<unknown>> {
  if (!wanted.search) return movements(moment, wanted, 'all drives', by)
  const others = await othersThan(moment, wanted.search)
  if (!others) return movements(moment, wanted, grain, by)
  const all = movements(moment, { ...wanted, search: '' }, 'all drives', by)
  if (others.length === 0) return all
  const less = sql.join([...amounts, 'collected'].map((name) => sql`-o.${sql.ref(name)}`))
  return sql`${all} union all
    select o.key, o.kind, ${less} from (${movements(moment, { ...wanted, search: '', of: others }, grain, by)}) o`
}

/** Returns the drives that a search does not match, deleted ones included; undefined where they are more than half. */
async function othersThan({ tx }: Moment, search: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ many: number; others: string[] | null }>`
    select count(*) as many, json_agg(id) filter (where id not in ${drivesLike(search)}) as others from fund_drives`.execute(
    tx,
  )
  const { many, others } = rows[0]!
  if ((others?.length ?? 0) * 2 > many) return undefined
  const gone = await sql<{ id: string }>`
    with recursive known (id) as (
      (select fund_drive_id from revenue_sums order by fund_drive_id limit 1)
      union all
      select (select s.fund_drive_id from revenue_sums s where s.fund_drive_id > known.id order by s.fund_drive_id limit 1)
      from known where known.id is not null
    )
    select id from known where id is not null and not exists (select from fund_drives d where d.id = known.id)`.execute(
    tx,
  )
  return [...new Set([...(others ?? []), noDrive, ...gone.rows.map(({ id }) => id)])]
}

const isSomething = (sums: RevenueSums) => Object.keys(none).some((name) => sums[name as keyof RevenueSums] !== 0)

export async function revenueTotalsOf(moment: Moment, wanted: RevenueWanted): Promise<RevenueSums> {
  const all = await together(moment, wanted, 'month', 'nothing')
  const { rows } = await sql<RevenueSums>`select ${summed} from (${all}) m`.execute(moment.tx)
  return rows[0]!
}

/** Returns sums by step, the oldest first; steps in which nothing happened are left out. */
export async function seriesOf(
  moment: Moment,
  wanted: RevenueWanted,
  step: PeriodStep,
): Promise<(RevenueSums & { start: string })[]> {
  const start = step === 'day' ? sql`key` : sql`date_trunc(${step}, key)::date`
  const days = await together(moment, wanted, step === 'month' ? 'month' : 'day', 'day')
  const { rows } = await sql<RevenueSums & { start: string }>`
    select ${start}::text as start, ${summed} from (${days}) m group by 1 order by 1`.execute(moment.tx)
  return rows.filter(isSomething)
}

export async function channelsOf(
  moment: Moment,
  wanted: RevenueWanted,
): Promise<(RevenueSums & { channel: RevenueChannel })[]> {
  const each = await together(moment, wanted, 'month', 'channel')
  const { rows } = await sql<RevenueSums & { channel: RevenueChannel }>`
    select key as channel, ${summed} from (${each}) m where kind <> 'payout' group by 1 order by gross desc`.execute(
    moment.tx,
  )
  return rows.filter(isSomething)
}

export type DriveSums = RevenueSums & { id: string; title: string | null; slug: string | null }

const sum = (column: string): Sort => ({ by: sql.ref(`l.${column}`), kind: 'number' })
/** Each list's first key is its page's subject. */
export const driveSorts = {
  sales: { fee: sum('fee'), collected: sum('collected'), sales: sum('sales'), gifts: sum('gifts') },
  donations: { gross: sum('gross'), providerFee: sum('providerFee'), back: sum('back'), gifts: sum('gifts') },
} as const

/** Returns sums by drive, page by page. */
export const drivesOf = (
  moment: Moment,
  wanted: RevenueWanted,
  { sorts, asked, size }: { sorts: Record<string, Sort>; asked: AskedList<string>; size?: number },
): Promise<{ rows: DriveSums[]; next: string | null }> => {
  const list = sql<DriveSums>`(
    select s.*, d.title, d.slug from (
      select key as id, ${summed} from (${movements(moment, wanted, 'month', 'drive')}) m group by 1
    ) s left join fund_drives d on d.id = s.id)`.as<'l'>('l')
  const id = { column: sql.ref('l.id'), kind: 'uuid' as const }
  return pageOfRows(moment.tx.selectFrom(list).selectAll(), { sorts, asked, id, ...(size ? { size } : {}) })
}

/** Selects everything that ever came in and went back, by drive. */
export const drivesSummed = (moment: Moment, search: string): RawBuilder<unknown> => {
  const ever = { range: { from: null, to: moment.today }, search, channel: null }
  return sql`select m.key as id, ${summed} from (${movements(moment, ever, 'month', 'drive')}) m where m.kind <> 'payout' group by 1`
}

/** Returns the shares still to be collected from these drives, of all time: at their next withdrawals, and from money that pays a debt. */
export async function uncollectedOf(moment: Moment, search: string): Promise<number> {
  const { fee, feeBack, collected } = await revenueTotalsOf(moment, {
    range: { from: null, to: moment.today },
    search,
    channel: null,
  })
  return fee - feeBack - collected
}

/** All gifts that ever came in, and what went back of them. `gross` is in cents, as are all sums. */
export type GivenReport = { gifts: number; gross: number; back: number }

/**
 * Adds up all gifts ever, from stored sums and what came since: summing a million gifts at each view would take longer than the rest of the
 * page. `channel` narrows the sums to one channel. `beside` reads something else of the same moment.
 */
export const givenEver = <Read>(
  db: Db,
  channel: RevenueChannel | null,
  beside: (tx: Tx) => Promise<Read>,
): Promise<GivenReport & { beside: Read }> =>
  atOneMoment(db, async (moment) => {
    const ever = { range: { from: null, to: moment.today }, search: '', channel, only: 'gifts' } as const
    const { gifts, gross, back } = await revenueTotalsOf(moment, ever)
    return { gifts, gross, back, beside: await beside(moment.tx) }
  })

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
