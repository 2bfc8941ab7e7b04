import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, type ListAsked, ownersList, pageNumberIn, pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/search.server.ts'
import type { DB } from '#db/types.ts'
import type { GiftWay } from './channel.ts'
import { nameForOwner, nameRecorded, whenGiven } from './donations.server.ts'
import { donationsView, type FoundGift } from './donations-list.tsx'
import { addedUp, type Filter, ofChannel, searchGifts, wanted } from './find-gifts.server.ts'
import { chargedBackOf } from './gone-back.server.ts'

const emailSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_email, '') end`
const order = byNumber('g.id')

/** The list of gifts to one's own drive, newest first, with recorded ones. Wholly refunded gifts stay, and are marked. */
export const donationsList = ownersList({
  view: donationsView,
  file: 'donations',
  sorts: order.sorts,
  async read(db, asked, size) {
    const { driveId, filter } = asked
    const recorded = recordedFound(db, driveId, filter)
    if (!filter.search) {
      const [page, found] = await Promise.all([giftsPage(db, asked, size), sumsOf(db, driveId, filter)])
      return { ...page, totals: { found: withRecorded(found, await recorded) } }
    }
    const { ids, found } = await searched(db, driveId, filter)
    return { ...(await giftsPage(db, asked, size, ids)), totals: { found: withRecorded(found, await recorded) } }
  },
  readFile: (db, asked, size) => giftsPage(db, asked, size),
})

const none = { count: 0, raised: 0 }

const searched = async (db: Db, driveId: string, filter: Filter) =>
  filter.channel === 'recorded' ? { ids: [], found: none } : searchGifts(db, driveId, filter)

/** Sums the filtered gifts. Returns null without a filter: the drive keeps its own total. */
async function sumsOf(db: Db, driveId: string, filter: Filter): Promise<FoundGift | null> {
  const { channel, day } = filter
  if (channel === 'recorded') return none
  if (day) return addedUp(db, driveId, filter)
  return channel ? ofChannel(db, driveId, channel) : null
}

type Asked = ListAsked<Filter, 'number'> & { driveId: string }

/**
 * Limits a query to a drive by a range and a sort, so that Postgres reads along the drive's index, whichever drive it is. Else
 * a cached plan reads all gifts there are, back from the newest, until it has met enough of a drive whose gifts are old. Gifts
 * of one day are found by the day.
 */
const along = (query: Gifts, driveId: string, order: 'asc' | 'desc') =>
  query
    .where('d.fund_drive_id', '>=', driveId)
    .where('d.fund_drive_id', '<=', driveId)
    .orderBy('d.fund_drive_id', order === 'asc' ? 'desc' : 'asc')
type Gifts = SelectQueryBuilder<DB & { d: DB['donations']; p: DB['payments'] }, 'd' | 'p', object>

/** The place of a donation is its number times this, so that recorded gifts find a place between two donations. */
const wide = 10_000

/** Reads a page of the wanted gifts, or of `ids` if they were looked up. Reads no more of each kind than a page has. */
function giftsPage(db: Db, asked: Asked, size: number, ids: number[] | null = null) {
  const { driveId, filter, list } = asked
  const place = pageNumberIn(list.after)
  const below = list.order === 'asc' ? '>' : '<'
  const recorded = recordedRows(db, driveId, filter)
    .$if(place !== undefined, (some) => some.where('r.place', below, place!))
    .orderBy('r.place', list.order)
    .limit(size + 1)
  const both = db
    .selectFrom(throughUs(db, asked, size, ids).as('t'))
    .selectAll('t')
    .unionAll(db.selectFrom(recorded.as('h')).selectAll('h'))
  return pageOfRows(db.selectFrom(both.as('g')).selectAll('g'), { ...order, asked: list, size })
}

function throughUs(db: Db, { driveId, filter, list }: Asked, size: number, ids: number[] | null) {
  const place = pageNumberIn(list.after)
  const isDown = list.order === 'desc'
  const from = place === undefined ? undefined : isDown ? Math.ceil(place / wide) : Math.floor(place / wide)
  const query = db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where((make) => (ids ? among(pageAmong(ids, { from, isDown }, size)) : wanted(make, filter)))
    .$if(from !== undefined, (some) => some.where('d.id', isDown ? '<' : '>', from!))
    .$call((make) => (filter.day ? make.where('d.fund_drive_id', '=', driveId) : along(make, driveId, list.order)))
    .select([
      sql<number>`d.id * ${sql.lit(wide)}`.as('id'),
      'd.anonymous',
      'd.message',
      'd.created_at as at',
      'd.amount',
    ])
    .select(['p.reversed', sql<GiftWay>`d.channel`.as('channel'), nameForOwner.as('name'), emailSeen.as('email')])
    .select([sql<string | null>`null::text`.as('recordedBy'), chargedBackOf('p.id').as('chargedBack')])
  return query.orderBy('d.id', list.order).limit(size + 1)
}

const among = (ids: number[]) => sql<SqlBool>`d.id = any(${ids}::bigint[])`

/** Picks the ids of this page, and one more, which tells that there is another page. */
function pageAmong(ids: number[], { from, isDown }: { from: number | undefined; isDown: boolean }, size: number) {
  return ids
    .filter((id) => from === undefined || (isDown ? id < from : id > from))
    .sort((a, b) => (isDown ? b - a : a - b))
    .slice(0, size + 1)
}

// Gifts that were recorded by hand, in the owner's list of donations. A drive has 5,000 of them at most.

/** Finds recorded gifts. Searches only what is shown. None of them came through a channel of ours. */
const recordedOf = (db: Db, driveId: string, { search, channel, day }: Filter) =>
  db
    .selectFrom('recorded_gifts as r')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .$if(channel !== null && channel !== 'recorded', (none) => none.where(sql<SqlBool>`false`))
    .$if(day !== null, (some) => some.where(sql<SqlBool>`r.given_on = ${day}::date`))
    .$if(search !== '', (some) =>
      some.where(
        sql<SqlBool>`(r.note ilike ${containing(search)} or (not r.anonymous and r.name ilike ${containing(search)}))`,
      ),
    )

/** Selects recorded gifts as rows of the list of donations. */
const recordedRows = (db: Db, driveId: string, filter: Filter) =>
  recordedOf(db, driveId, filter)
    .innerJoin('profiles as o', 'o.user_id', 'r.recorded_by')
    .select([sql<number>`r.place`.as('id'), 'r.anonymous', 'r.note as message', whenGiven.as('at'), 'r.amount'])
    .select([sql<number>`0::bigint`.as('reversed'), sql<'recorded'>`'recorded'`.as('channel'), nameRecorded.as('name')])
    .select([sql<string | null>`null::text`.as('email'), sql<string | null>`o.full_name`.as('recordedBy')])
    .select(sql<number>`0::bigint`.as('chargedBack'))

/** Counts and sums recorded gifts. */
const recordedFound = (db: Db, driveId: string, filter: Filter): Promise<{ count: number; raised: number }> =>
  recordedOf(db, driveId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(r.amount), 0)::bigint`.as('raised'))
    .executeTakeFirstOrThrow()

/** Adds both sums, if the first one is known. */
const withRecorded = (found: FoundGift | null, more: { count: number; raised: number }): FoundGift | null =>
  found && { count: found.count + more.count, raised: found.raised === null ? null : found.raised + more.raised }
