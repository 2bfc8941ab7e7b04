import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type FilterOf, narrowing } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, ownersList, pageOf } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/search.server.ts'
import type { DB } from '#db/types.ts'
import type { Channel } from './donation.ts'
import { gifts, nameSeen } from './donations.server.ts'
import { donationsView } from './donations-list.tsx'
import { keptGifts } from './kept-gifts.server.ts'

type Gifts = ExpressionBuilder<{ d: DB['donations'] }, 'd'>

const emailSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_email, '') end`
const order = byNumber('d.id')

/** The gifts to one's own drive, newest first; what was refunded wholly stays, and says so. */
export const donationsList = ownersList({
  view: donationsView,
  file: 'donations',
  sorts: order.sorts,
  read: (db, { driveId, filter, list }, size) =>
    pageOf(
      gifts(db, driveId)
        .where((make) => wanted(make, filter))
        .select(['d.id', 'd.anonymous', 'd.message', 'd.created_at as at', 'd.amount', 'p.reversed', 'd.channel'])
        .select([nameSeen.as('name'), emailSeen.as('email')]),
      { ...order, asked: list, size },
    ),
  /** How many gifts the filter finds, and what they come to without what went back; nothing where nothing is filtered. */
  async totals(db, { driveId, filter }) {
    if (narrowing(donationsView.fields, filter).length === 0) return { found: null }
    const { channel, search, day } = filter
    return {
      found: channel && !search && !day ? await ofChannel(db, driveId, channel) : await addedUp(db, driveId, filter),
    }
  },
})

type Filter = FilterOf<typeof donationsView.fields>
type Found = { count: number; raised: number }

/** From the sums of the books. What went back is looked up by itself: few gifts do. */
async function ofChannel(db: Db, driveId: string, channel: Channel): Promise<Found> {
  const { rows } = await sql<Found>`
    select sum(k.gifts)::bigint as count, (coalesce(sum(k.amount), 0) - (
        select coalesce(sum(p.reversed), 0) from payments p
        where p.fund_drive_id = ${driveId} and p.kind = 'donation' and p.reversed > 0 and p.channel = ${channel}))::bigint as raised
    from (${keptGifts(driveId)}) k where k.channel = ${channel}`.execute(db)
  const { count, raised } = rows[0]!
  return { count: count ?? 0, raised }
}

async function addedUp(db: Db, driveId: string, filter: Filter): Promise<Found> {
  const row = await db
    .selectFrom('donations as d')
    .where('d.fund_drive_id', '=', driveId)
    .where((make) => wanted(make, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select((make) => [
      sql<number>`coalesce(sum(d.amount), 0)::bigint`.as('given'),
      // Few gifts go back: they are looked up by themselves, so that a million others need not be met in two tables.
      make
        .selectFrom('payments as p')
        .innerJoin('donations as d', 'd.payment_id', 'p.id')
        .where(sql<SqlBool>`p.kind = 'donation' and p.reversed > 0`)
        .where('d.fund_drive_id', '=', driveId)
        .where((inner) => wanted(inner, filter))
        .select(sql<number>`coalesce(sum(p.reversed), 0)::bigint`.as('back'))
        .as('back'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count, raised: row.given - (row.back ?? 0) }
}

/** Searched is only what is shown: who finds an anonymous gift by its address would know whose it is. */
function wanted(make: Pick<Gifts, 'and'>, { search, channel, day }: Filter) {
  const all: Expression<SqlBool>[] = []
  if (channel) all.push(sql<SqlBool>`d.channel = ${channel}`)
  if (day)
    all.push(sql<SqlBool>`d.created_at >= ${day}::date::timestamp at time zone 'Africa/Nairobi'
      and d.created_at < (${day}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (search) {
    const like = containing(search)
    all.push(
      sql<SqlBool>`(d.message ilike ${like} or (not d.anonymous and (d.donor_name ilike ${like} or d.donor_email ilike ${like})))`,
    )
  }
  return make.and(all)
}
