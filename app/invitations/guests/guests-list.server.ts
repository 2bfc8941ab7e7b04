import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages, type ListAsked, listOf, pageOfRows, tableFile } from '#app/platform/list.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import { guestFilter } from './guest-filter.server.ts'
import { type GuestCount, type GuestRow, type GuestsAsked, guestFilterOf } from './guests-fields.ts'
import { guestsView, ofGifts } from './guests-list.tsx'

// The guests of a gathering, by their names.

/**
 * The gathering; whether the reader may see whole numbers (hosts wrote them down, administrators look), and each
 * guest's gifts.
 */
type Of = { gatheringId: string; whole: boolean; seesGifts: boolean }
export type GuestsListAsked = ListAsked<GuestsAsked, 'name'> & Of

const sorts = { name: { by: sql`lower(s.name)`, kind: 'text' } } as const

export const guestsList = listOf({
  view: guestsView,
  sorts,
  order: () => 'asc' as const,
  read: pageAndCount,
  readFile: guestsPage,
})

/** Reads a page of the list, without the totals. */
export async function guestsPage(
  db: Db,
  asked: GuestsListAsked,
  size: number,
): Promise<{ rows: GuestRow[]; next: string | null }> {
  const page = await pageOfRows(narrowed(db, asked).select(rowOf(asked)), pageFor(asked, size))
  return { next: page.next, rows: page.rows.map((row) => asShown(row, asked)) }
}

/** Reads a page and the totals of all that is found. The guests are looked up once for both. */
async function pageAndCount(db: Db, asked: GuestsListAsked, size: number) {
  const rows = withFound(db, asked)
    .selectFrom('supporters as s')
    .where(areFound('s.id'))
    .select(rowOf(asked))
    .select(countOf(asked).as('count'))
  const page = await pageOfRows(rows, pageFor(asked, size))
  const totals = page.rows[0]?.count ?? (await countedGuests(db, asked))
  return { next: page.next, totals, rows: page.rows.map(({ count: _, ...row }) => asShown(row, asked)) }
}

const pageFor = (asked: GuestsListAsked, size: number) => ({
  sorts,
  asked: asked.list,
  id: { column: sql.ref('s.id'), kind: 'uuid' as const },
  size,
})

const rowOf = ({ filter: { occasion }, seesGifts }: GuestsListAsked) => [
  sql<string>`s.id`.as('id'),
  sql<string>`s.name`.as('name'),
  sql<string>`coalesce(s.card_name, s.name)`.as('drawn'),
  sql<string | null>`s.phone`.as('phone'),
  sql<string | null>`s.email`.as('email'),
  sql<string[]>`s.groups`.as('groups'),
  sql<string>`s.note`.as('note'),
  sql<Date | null>`s.sent_at`.as('sentAt'),
  sql<Date | null>`s.thanked_at`.as('thankedAt'),
  sql<string | null>`s.seen_on::text`.as('seenOn'),
  sql<boolean>`s.claimed_phone is not null`.as('claims'),
  answersOf(occasion).as('answers'),
  cameOf(occasion).as('came'),
  uninvited.as('uninvited'),
  (seesGifts ? sumOf('guest_pledged') : nothing).as('pledged'),
  (seesGifts ? sumOf('guest_paid') : nothing).as('paid'),
]

/** Numbers and addresses are for hosts alone. */
function asShown(
  { drawn, ...row }: Omit<GuestRow, 'undrawn'> & { drawn: string },
  { whole }: GuestsListAsked,
): GuestRow {
  const { phone, email } = row
  return {
    ...row,
    undrawn: !isDrawable(drawn),
    phone: phone && (whole ? phoneWhole(phone) : phoneShown(phone)),
    email: whole ? email : email && '…',
  }
}

/** The guest's answers to all occasions that they are invited to, in the order of the occasions. */
const answersOf = (occasion: string | null) =>
  sql<GuestRow['answers']>`coalesce((
    select jsonb_agg(jsonb_build_object('no', o.no, 'occasion', o.name, 'state', i.state, 'seats', i.seats, 'gives', i.gives,
      'people', coalesce(i.adults + i.children, 0)) order by o.starts_at, o.no)
    from invitations i join occasions o on o.id = i.occasion_id
    where i.supporter_id = s.id and i.state <> 'withdrawn'
      and (${occasion}::text is null or o.no::text = ${occasion})), '[]')`

/** Runs for each guest on the page: with `exists` it would scan all invitations of the product. */
const uninvited = sql<boolean>`coalesce((select true from invitations i
  where i.supporter_id = s.id and i.state = 'withdrawn' limit 1), false)`

const sumOf = (what: 'guest_pledged' | 'guest_paid') =>
  sql<number>`(select coalesce(sum(x.amount), 0)::bigint from ${sql.table(what)} x where x.supporter_id = s.id)`

const nothing = sql<number>`0::bigint`

/** The number of people who came with the guest, for each occasion. */
const cameOf = (occasion: string | null) =>
  sql<GuestRow['came']>`coalesce((
    select jsonb_agg(jsonb_build_object('no', o.no, 'occasion', o.name, 'people', c.people) order by o.starts_at, o.no)
    from guest_came c join occasions o on o.id = c.occasion_id
    where c.supporter_id = s.id and c.people > 0 and (${occasion}::text is null or o.no::text = ${occasion})), '[]')`

/** Uses the same condition as a message to these guests. */
const narrowed = (db: Db, { gatheringId, filter }: GuestsListAsked) =>
  db.selectFrom('supporters as s').where(guestFilter(gatheringId, guestFilterOf(filter)))

const withFound = (db: Db, asked: GuestsListAsked) => db.with('found', () => narrowed(db, asked).select('s.id'))
const areFound = (column: string) => sql<SqlBool>`${sql.ref(column)} in (select id from found)`

/** Counts for a page without rows, also if nobody is found. */
const countedGuests = async (db: Db, asked: GuestsListAsked): Promise<GuestCount> =>
  (await withFound(db, asked).selectNoFrom(countOf(asked).as('count')).executeTakeFirstOrThrow()).count

/** The number of guests found, of their people at each occasion, and the sums of their gifts. */
const countOf = (asked: GuestsListAsked) => sql<GuestCount>`(select jsonb_build_object(
    'guests', (select count(*) from found), 'people', ${peopleOf(asked)},
    'pledged', ${asked.seesGifts ? allOf('guest_pledged') : nothing}, 'paid', ${asked.seesGifts ? allOf('guest_paid') : nothing}))`

const allOf = (what: 'guest_pledged' | 'guest_paid') =>
  sql`(select coalesce(sum(x.amount), 0) from ${sql.table(what)} x where ${areFound('x.supporter_id')})`

const peopleOf = ({ gatheringId, filter: { occasion } }: GuestsListAsked) => sql`(
    select coalesce(jsonb_agg(to_jsonb(one) - 'starts_at' - 'no' order by one.starts_at, one.no), '[]')
    from (select o.starts_at, o.no, o.name as occasion,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'yes'), 0) as yes,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'maybe'), 0) as maybe,
        coalesce(sum(i.seats) filter (where i.state = 'invited'), 0) as silent,
        (select coalesce(sum(c.people), 0) from guest_came c
          where c.occasion_id = o.id and ${areFound('c.supporter_id')}) as came
      from occasions o left join invitations i on i.occasion_id = o.id and ${areFound('i.supporter_id')}
      where o.gathering_id = ${gatheringId} and (${occasion}::text is null or o.no::text = ${occasion})
      group by o.id) one)`

// Makes the list of guests as a file. People are counted for each occasion, because the same people may come to two.

export async function guestsFile(db: Db, name: string, asked: GuestsListAsked, reader: Reader): Promise<Response> {
  const columns = columnsFor(await occasionsIn(db, asked), asked)
  const page = (after: string | null) => guestsPage(db, { ...asked, list: { ...asked.list, after } }, 1000)
  return tableFile(name, columns, allPages(page), reader)
}

type Occasion = { no: number; name: string }

/** Reads the occasions of the list, in their order: all, or the one that the list is narrowed to. */
const occasionsIn = (db: Db, { gatheringId, filter: { occasion } }: GuestsListAsked): Promise<Occasion[]> =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where(sql<SqlBool>`(${occasion}::text is null or no::text = ${occasion})`)
    .orderBy('starts_at')
    .orderBy('no')
    .select(['no', 'name'])
    .limit(20)
    .execute()

/** Returns the page's columns, with those of each occasion in their places. A single occasion's name is left out. */
function columnsFor(occasions: Occasion[], { seesGifts }: GuestsListAsked): FileColumn<GuestRow>[] {
  const named = occasions.length > 1
  const come = occasions.map(({ no, name }) => ({
    head: named ? msg`People who come: ${name}` : msg`People who come`,
    plain: ({ answers }: GuestRow) => answers.find((one) => one.no === no && one.state === 'yes')?.people ?? 0,
  }))
  const came = occasions.map(({ no, name }) => ({
    head: named ? msg`People at the door: ${name}` : msg`People at the door`,
    plain: ({ came: all }: GuestRow) => all.find((one) => one.no === no)?.people ?? 0,
  }))
  return guestsView.columns.flatMap((column): FileColumn<GuestRow>[] => {
    if (column.key === 'answer') return [column, ...come]
    if (!seesGifts && ofGifts.includes(column.key)) return []
    return column.key === 'came' ? came : [column]
  })
}
