import { type SqlBool, sql } from 'kysely'
import { phoneShown, shownDigits } from '#app/kit/phone.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { pledgesView } from './pledges-list.tsx'

/**
 * The order: late pledges, then those due next, both by their days. Then open ones without a day; then ended ones, the newest first.
 * Without parameters: an index is made of it, see migration 0373.
 */
const urgency = sql<number>`(case when g.state <> 'open' then 1000000000000000 - g.id
  else coalesce(g.due_on - date '1970-01-01', 1000000) end)`
const order = {
  sorts: { urgency: { by: urgency, kind: 'number' } },
  id: { column: sql.ref('g.id'), kind: 'number' },
} as const
/** The bar and the list for the chat count it: its giver said yes, or the organisers wrote it down. */
const counts = sql<boolean>`(agreed or source <> 'giver')`
/** The open rest of the agreed amount. */
const rest = sql`greatest(amount - unagreed - paid, 0)`

/** The pledges of a drive, the most urgent first. */
export const pledgesList = ownersList({
  view: pledgesView,
  file: 'pledges',
  sorts: order.sorts,
  order: () => 'asc' as const,
  async read(db, { driveId, filter, list }, size) {
    let query = db
      .selectFrom('pledges as g')
      .leftJoin('profiles as w', 'w.user_id', 'g.recorded_by')
      .where('g.fund_drive_id', '=', driveId)
      .select([
        'g.id',
        'g.amount',
        'g.paid',
        'g.unagreed',
        'g.state',
        'g.source',
        'g.anonymous',
        'w.full_name as writer',
        'g.created_at as at',
      ])
      .select(sql<string | null>`g.due_on::text`.as('dueOn'))
      .select(sql<string | null>`case when g.anonymous then null else nullif(g.name, '') end`.as('name'))
      .select(sql<string | null>`case when g.anonymous then null else g.phone end`.as('phone'))
      .select(sql<boolean>`g.state = 'open' and not ${counts}`.as('waits'))
    if (filter.state) query = query.where('g.state', '=', filter.state === 'late' ? 'open' : filter.state)
    if (filter.state === 'late') query = query.where('g.due_on', '<', sql<Date>`${dayAt(new Date())}::date`)
    if (filter.search) query = query.where(isFound(filter.search))
    const { rows, next } = await pageOfRows(query, { ...order, asked: list, size })
    return { rows: rows.map((row) => ({ ...row, phone: row.phone && phoneShown(row.phone) })), next }
  },
})

/** Searches only visible values: an anonymous giver is found by nothing. */
function isFound(search: string) {
  const digits = shownDigits(search)
  const byPhone = digits ? sql`or g.phone like ${`${digits.start}%${digits.end}`}` : sql``
  return sql<SqlBool>`not g.anonymous and (g.name ilike ${containing(search)} ${byPhone})`
}

/** The sums of a drive's pledges, in cents. Open is the sum on the bar; the rest of released pledges is no longer expected. */
export type PledgeSums = { count: number; given: number; open: number; late: number }

export async function sumsOf(db: Db, driveId: string, now = new Date()): Promise<PledgeSums> {
  const { rows } = await sql<PledgeSums>`
    select count(*)::int as count, coalesce(sum(paid), 0)::bigint as given,
      coalesce(sum(${rest}) filter (where state = 'open' and ${counts}), 0)::bigint as open,
      coalesce(sum(${rest}) filter (where state = 'open' and ${counts} and due_on < ${dayAt(now)}::date), 0)::bigint as late
    from pledges where fund_drive_id = ${driveId}`.execute(db)
  return rows[0]!
}
