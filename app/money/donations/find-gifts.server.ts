import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { FilterOf } from '#app/kit/list.ts'
import { type Db, plannedAnew } from '#app/platform/db.server.ts'
import { containing, joinedWords } from '#app/platform/postgres/search.server.ts'
import type { DB } from '#db/types.ts'
import type { GiftChannel } from './channel.ts'
import type { donationsView, FoundGift } from './donations-list.tsx'
import { keptGifts } from './kept-gifts.server.ts'

// The search for gifts of one drive by typed text, for a thousand gifts as for a million.

export type Filter = FilterOf<typeof donationsView.fields>
type Gifts = ExpressionBuilder<{ d: DB['donations'] }, 'd'>

/** Searches only what is shown: a person who finds an anonymous gift by its address would know whose it is. */
export function wanted(make: Pick<Gifts, 'and'>, { search, channel, day }: Filter) {
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
  if ((await among(db, { driveId, filter, newest: probed, most: common })) < common)
    return lookedUp(db, driveId, filter)
  if (many <= wholly) return { ids: null, found: await addedUp(db, driveId, filter) }
  const found = await among(db, { driveId, filter, newest: wholly, most: mostRead + 1 })
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
async function among(db: Db, { driveId, filter, newest, most }: Among): Promise<number> {
  const those = db
    .selectFrom('donations as d')
    .where('d.fund_drive_id', '=', driveId)
    .$if(filter.channel !== null, (query) => query.where('d.channel', '=', filter.channel as GiftChannel))
    .select(['d.channel', 'd.message', 'd.anonymous', 'd.donor_name', 'd.donor_email', 'd.created_at'])
    .orderBy('d.id', 'desc')
    .limit(newest)
  const { rows } = await sql<{ found: number }>`${plannedAnew}
    select count(*) as found from (
      select from (${those}) d where ${wanted(expressionBuilder(), filter)} limit ${most}::int) x`.execute(db)
  return rows[0]!.found
}

async function lookedUp(db: Db, driveId: string, filter: Filter): Promise<Search> {
  const { rows } = await sql<{ ids: number[] | null; raised: number }>`${plannedAnew}
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
