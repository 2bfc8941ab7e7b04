import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { oneLine } from '#app/kit/lines.ts'
import { askedDay, isDay } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { containing } from '#app/platform/search.server.ts'
import type { DB } from '#db/types.ts'
import { channels, type OwnDonation, type PublicDonation } from './donation.ts'

type Gifts = ExpressionBuilder<{ d: DB['donations'] }, 'd'>

/** Whose name is nobody's business leaves the database as null: no page can show by mistake what it never gets. */
export const nameSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_name, '') end`
const emailSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_email, '') end`

const gifts = (db: Db, driveId: string) =>
  db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.fund_drive_id', '=', driveId)

/** The gifts that everybody may see, newest first, from the newest or from a place further down. Never an address. */
export async function publicDonations(
  db: Db,
  driveId: string,
  { before, limit = 20 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ donations: PublicDonation[]; next: number | null }> {
  const size = Math.min(Math.max(limit, 1), 100)
  let query = gifts(db, driveId)
    .whereRef('p.reversed', '<', 'd.amount')
    .select(['d.id', 'd.anonymous', 'd.message', 'd.created_at as at', nameSeen.as('name')])
    .select(sql<number>`d.amount - p.reversed`.as('amount'))
    .orderBy('d.id', 'desc')
    .limit(size + 1)
  if (before !== undefined) query = query.where('d.id', '<', before)
  return paged(await query.execute(), size)
}

/** What the address of the list asks for. Whatever is there, something sensible comes of it. */
export type Asked = {
  search?: string | null
  channel?: string | null
  /** A day as the calendar of Nairobi counts it. */
  day?: string | null
  before?: string | null
  limit?: number
}

/** The same, tidied: what is no channel and no day narrows nothing. */
export function askedIn(query: URLSearchParams) {
  return {
    search: oneLine(query.get('search') ?? '').slice(0, 100),
    channel: channels.find((one) => one === query.get('channel')) ?? null,
    day: askedDay(query, 'day'),
  }
}

/** The gifts to one's own drive, newest first, page by page; what was refunded wholly stays, and says so. */
export async function ownDonations(
  db: Db,
  driveId: string,
  asked: Asked = {},
): Promise<{ donations: OwnDonation[]; next: number | null }> {
  const size = Math.min(Math.max(asked.limit ?? 50, 1), 1000)
  const before = /^[1-9]\d{0,14}$/.test(asked.before ?? '') ? Number(asked.before) : undefined
  let query = gifts(db, driveId)
    .where((make) => wanted(make, asked))
    .select(['d.id', 'd.anonymous', 'd.message', 'd.created_at as at', 'd.amount', 'p.reversed'])
    .select((make) => make.ref('d.channel').$castTo<OwnDonation['channel']>().as('channel'))
    .select([nameSeen.as('name'), emailSeen.as('email')])
    .orderBy('d.id', 'desc')
    .limit(size + 1)
  if (before !== undefined) query = query.where('d.id', '<', before)
  return paged(await query.execute(), size)
}

/** How many gifts the same question finds, and what they come to without what went back. */
export async function ownDonationTotals(db: Db, driveId: string, asked: Asked = {}) {
  const row = await db
    .selectFrom('donations as d')
    .where('d.fund_drive_id', '=', driveId)
    .where((make) => wanted(make, asked))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select((make) => [
      sql<number>`coalesce(sum(d.amount), 0)::bigint`.as('given'),
      // Few gifts go back: they are looked up by themselves, so that a million others need not be met in two tables.
      make
        .selectFrom('payments as p')
        .innerJoin('donations as d', 'd.payment_id', 'p.id')
        .where(sql<SqlBool>`p.kind = 'donation' and p.reversed > 0`)
        .where('d.fund_drive_id', '=', driveId)
        .where((inner) => wanted(inner, asked))
        .select(sql<number>`coalesce(sum(p.reversed), 0)::bigint`.as('back'))
        .as('back'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count, raised: row.given - (row.back ?? 0) }
}

/** Searched is only what is shown: who finds an anonymous gift by its address would know whose it is. */
function wanted(make: Pick<Gifts, 'and'>, { search, channel, day }: Asked) {
  const all: Expression<SqlBool>[] = []
  const known = channels.find((one) => one === channel)
  if (known) all.push(sql<SqlBool>`d.channel = ${known}`)
  if (day && isDay(day))
    all.push(sql<SqlBool>`d.created_at >= ${day}::date::timestamp at time zone 'Africa/Nairobi'
      and d.created_at < (${day}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  const typed = search?.trim().slice(0, 100)
  if (typed) {
    const like = containing(typed)
    all.push(
      sql<SqlBool>`(d.message ilike ${like} or (not d.anonymous and (d.donor_name ilike ${like} or d.donor_email ilike ${like})))`,
    )
  }
  return make.and(all)
}

function paged<Row extends { id: number }>(rows: Row[], size: number): { donations: Row[]; next: number | null } {
  const donations = rows.slice(0, size)
  return { donations, next: rows.length > size ? donations.at(-1)!.id : null }
}
