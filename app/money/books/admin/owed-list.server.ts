import { sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { atOneMoment, type Moment } from '#app/base/ledger/moment.server.ts'
import { type ListAsked, pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { type Owed, type OwedTotals, owedView } from './owed-list.tsx'
import { drivesSummed } from './revenue.server.ts'

// Amounts owed to drives' owners, as in each drive's ledger account: computed from money in and money out, so that
// finding the largest need not sum up ten thousand accounts with a million postings.

const sorts = {
  owed: { by: sql.ref('l.owed'), kind: 'number' },
  shares: { by: sql.ref('l.shares'), kind: 'number' },
  paid: { by: sql.ref('l.paid'), kind: 'number' },
} as const satisfies Record<string, Sort>

const id = { column: sql.ref('l.id'), kind: 'uuid' } as const

export const owedList = adminList({
  view: owedView,
  noun: 'book',
  subject: 'owed',
  file: 'owed',
  recordsAccess: false,
  sorts,
  read: (db, asked, size) => atOneMoment(db, (moment) => owedOf(moment, asked, size)),
})

type Asked = ListAsked<{ search: string }, keyof typeof sorts>

/** Returns a page and the totals of all rows found, both computed in one query. */
export async function owedOf(moment: Moment, { filter: { search }, list }: Asked, size = 50) {
  const all = sql<Owed & { all_owed: number; all_drives: number }>`(
    select l.*, (sum(l.owed) over ())::bigint as all_owed, count(*) over () as all_drives from (${drivesOwed(moment, search)}) l)`
  const page = await pageOfRows(moment.tx.selectFrom(all.as<'l'>('l')).selectAll(), { sorts, asked: list, id, size })
  const [one] = page.rows
  const totals = one ? { owed: one.all_owed, drives: one.all_drives } : await owedTotals(moment, search)
  return { rows: page.rows.map(({ all_owed, all_drives, ...row }): Owed => row), next: page.next, totals }
}

/** Returns the totals for a page beyond the last, which has no row to carry them. */
async function owedTotals(moment: Moment, search: string): Promise<OwedTotals> {
  const { rows } = await sql<OwedTotals>`
    select coalesce(sum(l.owed), 0)::bigint as owed, count(*) as drives from (${drivesOwed(moment, search)}) l`.execute(
    moment.tx,
  )
  return rows[0]!
}

/** Selects only drives that ever received a gift. */
const drivesOwed = (moment: Moment, search: string) => sql`
  select d.id, d.title, d.slug, (s.gross - s.fee - s.back + s."feeBack")::bigint as shares,
    (coalesce(o.net, 0) - coalesce(w.posted, 0))::bigint as paid,
    (s.gross - s.fee - s.back + s."feeBack" - coalesce(o.net, 0) + coalesce(w.posted, 0))::bigint as owed
  from (${drivesSummed(moment, search)}) s
    join fund_drives d on d.id = s.id
    left join (select fund_drive_id, sum(net) as net from payout_requests where status <> 'rejected' group by 1) o
      on o.fund_drive_id = s.id
    left join (select fund_drive_id, sum(posted) as posted from write_offs group by 1) w on w.fund_drive_id = s.id`
