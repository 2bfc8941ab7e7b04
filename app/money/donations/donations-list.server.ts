import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { FilterOf } from '#app/kit/list.ts'
import { type Db, plannedEachTime } from '#app/platform/db.server.ts'
import { byNumber, type ListAsked, ownersList, pageNumberIn, pageOfRows } from '#app/platform/list.server.ts'
import { containing, joinedWords } from '#app/platform/postgres/queries.server.ts'
import type { DB } from '#db/types.ts'
import type { GiftChannel, GiftWay } from './channel.ts'
import { chargedBackOf, keptGifts, nameForOwner, nameRecorded, whenGiven } from './donations.server.ts'
import { donationsView, type FoundGift, wide } from './donations-list.tsx'

const emailSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_email, '') end`
const isGoingBack = sql<boolean>`exists (
  select from reversals o where o.payment_id = p.id and o.kind = 'refund' and o.state = 'open')`
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
    .select(isGoingBack.as('isGoing'))
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
    .select([sql<number>`0::bigint`.as('chargedBack'), sql<boolean>`false`.as('isGoing')])

/** Counts and sums recorded gifts. */
const recordedFound = (db: Db, driveId: string, filter: Filter): Promise<{ count: number; raised: number }> =>
  recordedOf(db, driveId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(r.amount), 0)::bigint`.as('raised'))
    .executeTakeFirstOrThrow()

/** Adds both sums, if the first one is known. */
const withRecorded = (found: FoundGift | null, more: { count: number; raised: number }): FoundGift | null =>
  found && { count: found.count + more.count, raised: found.raised === null ? null : found.raised + more.raised }

// The search for gifts of one drive by typed text, for a thousand gifts as for a million.

export type Filter = FilterOf<typeof donationsView.fields>
type GiftExpressions = ExpressionBuilder<{ d: DB['donations'] }, 'd'>

/** Searches only what is shown: a person who finds an anonymous gift by its address would know whose it is. */
export function wanted(make: Pick<GiftExpressions, 'and'>, { search, channel, day }: Filter) {
  const all: Expression<SqlBool>[] = []
  if (channel === 'recorded') all.push(sql<SqlBool>`false`)
  else if (channel) all.push(sql<SqlBool>`d.channel = ${channel}`)
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

/** Builds the condition for the index of words, which finds all of these gifts and some others. */
const byLetters = (search: string) => sql<SqlBool>`(replace(d.donor_name, ' ', 'q') ilike ${joinedWords(search)}
  or d.donor_email ilike ${containing(search)} or replace(d.message, ' ', 'q') ilike ${joinedWords(search)})`

/** The number of gifts up to which a drive is read at once. */
const few = 5000
/** The number of newest gifts that are checked to tell common words from rare ones. */
const probed = 500
/** The number of matches among them from which reading along finds a page sooner than looking up. */
const common = 4
/** Common matches are all added up in a drive of so many gifts; a larger drive stops at so many matches. */
const wholly = 20_000
const mostRead = 1000
/** The limit of rare matches that are looked up one by one. */
const mostLookedUp = 10_000

/** `ids` are all matches, if they were looked up; null if the list is read along instead. */
type Search = { ids: number[] | null; found: FoundGift }

/**
 * Finds gifts by words. Common matches are read along from the newest, rare ones are looked up by their letters: each costs
 * what it finds, and not what the drive has. The sum is exact, or the answer says that there are more.
 */
export async function searchGifts(db: Db, driveId: string, filter: Filter): Promise<Search> {
  const many = await giftsOf(db, driveId)
  // A day is found by an index of its own, and a small drive is read at once.
  if (filter.day || many <= few) return { ids: null, found: await addedUp(db, driveId, filter) }
  if ((await countAmong(db, { driveId, filter, newest: probed, most: common })) < common)
    return lookedUp(db, driveId, filter)
  if (many <= wholly) return { ids: null, found: await addedUp(db, driveId, filter) }
  const found = await countAmong(db, { driveId, filter, newest: wholly, most: mostRead + 1 })
  if (found > mostRead) return { ids: null, found: { count: mostRead, raised: null } }
  return { ids: null, found: (await lookedUp(db, driveId, filter)).found }
}

/** Returns about how many gifts a drive has, by the latest sums of the books. */
async function giftsOf(db: Db, driveId: string): Promise<number> {
  const { many } = await db
    .selectFrom('revenue_sums')
    .where('fund_drive_id', '=', driveId)
    .where('span', '=', 'month')
    .where('kind', '=', 'donation')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('payments'), sql<number>`0`).as('many'))
    .executeTakeFirstOrThrow()
  return many
}

type Among = { driveId: string; filter: Filter; newest: number; most: number }

/** Counts the wanted gifts among the newest, up to `most`. */
async function countAmong(db: Db, { driveId, filter, newest, most }: Among): Promise<number> {
  const those = db
    .selectFrom('donations as d')
    .where('d.fund_drive_id', '=', driveId)
    .$if(filter.channel !== null, (query) => query.where('d.channel', '=', filter.channel as GiftChannel))
    .select(['d.channel', 'd.message', 'd.anonymous', 'd.donor_name', 'd.donor_email', 'd.created_at'])
    .orderBy('d.id', 'desc')
    .limit(newest)
  const { rows } = await sql<{ found: number }>`${plannedEachTime}
    select count(*) as found from (
      select from (${those}) d where ${wanted(expressionBuilder(), filter)} limit ${most}::int) x`.execute(db)
  return rows[0]!.found
}

async function lookedUp(db: Db, driveId: string, filter: Filter): Promise<Search> {
  const { rows } = await sql<{ ids: number[] | null; raised: number }>`${plannedEachTime}
    with found as materialized (
      select d.id, d.payment_id, d.amount from donations d
      where d.fund_drive_id = ${driveId} and ${byLetters(filter.search)} and ${wanted(expressionBuilder(), filter)}
      limit ${mostLookedUp + 1}::int)
    select json_agg(f.id) as ids, (coalesce(sum(f.amount), 0) - (
      select coalesce(sum(p.reversed), 0) from payments p
      where p.fund_drive_id = ${driveId} and p.kind = 'donation' and p.reversed > 0
        and p.id in (select payment_id from found)))::bigint as raised
    from found f`.execute(db)
  const { ids, raised } = rows[0]!
  if (ids && ids.length > mostLookedUp) return { ids: null, found: { count: mostLookedUp, raised: null } }
  return { ids: ids ?? [], found: { count: ids?.length ?? 0, raised } }
}

/** Adds up gift by gift. */
export async function addedUp(db: Db, driveId: string, filter: Filter): Promise<FoundGift> {
  const row = await db
    .selectFrom('donations as d')
    .where('d.fund_drive_id', '=', driveId)
    .where((make) => wanted(make, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select((make) => [
      sql<number>`coalesce(sum(d.amount), 0)::bigint`.as('given'),
      // Few gifts go back. They are looked up separately, so that a million others need not be joined.
      make
        .selectFrom('payments as p')
        .innerJoin('donations as d', 'd.payment_id', 'p.id')
        .where(sql<SqlBool>`p.kind = 'donation' and p.reversed > 0`)
        .where('p.fund_drive_id', '=', driveId)
        .where((inner) => wanted(inner, filter))
        .select(sql<number>`coalesce(sum(p.reversed), 0)::bigint`.as('back'))
        .as('back'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count, raised: row.given - (row.back ?? 0) }
}

/** Adds up a channel from the sums of the books. Refunds are looked up by themselves: few gifts go back. */
export async function ofChannel(db: Db, driveId: string, channel: GiftChannel): Promise<FoundGift> {
  const { rows } = await sql<{ count: number | null; raised: number }>`
    select sum(k.gifts)::bigint as count, (coalesce(sum(k.amount), 0) - (
        select coalesce(sum(p.reversed), 0) from payments p
        where p.fund_drive_id = ${driveId} and p.kind = 'donation' and p.reversed > 0 and p.channel = ${channel}))::bigint as raised
    from (${keptGifts(driveId)}) k where k.channel = ${channel}`.execute(db)
  return { count: rows[0]!.count ?? 0, raised: rows[0]!.raised }
}
