import { type SqlBool, sql } from 'kysely'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ListAsked, listOf, pageOf } from '#app/platform/list.server.ts'
import { guestFilter } from './guest-filter.server.ts'
import type { GuestCount, GuestRow } from './guest-row.ts'
import { type GuestsAsked, meantBy } from './guests-fields.ts'
import { guestsView } from './guests-list.tsx'

// The guests of a gathering, by their names.

/** Which gathering, and whether whoever reads may see whole numbers: hosts wrote them down, administrators look. */
type Of = { gatheringId: string; whole: boolean }
export type Asked = ListAsked<GuestsAsked, 'name'> & Of

export const guestsList = listOf({
  view: guestsView,
  sorts: { name: { by: sql`lower(s.name)`, kind: 'text' } },
  order: () => 'asc' as const,
  read: guestsPage,
  totals: countedGuests,
})

const sorts = { name: { by: sql`lower(s.name)`, kind: 'text' } } as const

/** A page of the list, without what all of it comes to. */
export async function guestsPage(
  db: Db,
  asked: Asked,
  size: number,
): Promise<{ rows: GuestRow[]; next: string | null }> {
  const { whole, filter } = asked
  const rows = narrowed(db, asked)
    .select(['s.id', 's.name', 's.phone', 's.email', 's.groups', 's.note'])
    .select(['s.sent_at as sentAt', 's.thanked_at as thankedAt'])
    .select(sql<string | null>`s.seen_on::text`.as('seenOn'))
    .select(sql<boolean>`s.claimed_phone is not null`.as('claims'))
    .select([answersOf(filter.occasion).as('answers'), cameOf(filter.occasion).as('came')])
    .select(uninvited.as('uninvited'))
    .select([sumOf('guest_pledged').as('pledged'), sumOf('guest_paid').as('paid')])
  const page = await pageOf(rows, { sorts, asked: asked.list, id: { column: sql.ref('s.id'), kind: 'uuid' }, size })
  const shown = (phone: string | null) => phone && (whole ? phoneWhole(phone) : phoneShown(phone))
  return {
    next: page.next,
    rows: page.rows.map(({ phone, email, ...row }) => ({
      ...row,
      phone: shown(phone),
      email: whole ? email : email && '…',
    })),
  }
}

/** What they said to each occasion that they are invited to, in the order of the occasions. */
const answersOf = (occasion: string | null) =>
  sql<GuestRow['answers']>`coalesce((
    select jsonb_agg(jsonb_build_object('no', o.no, 'occasion', o.name, 'state', i.state, 'seats', i.seats, 'gives', i.gives,
      'people', coalesce(i.adults + i.children, 0)) order by o.starts_at, o.no)
    from invitations i join occasions o on o.id = i.occasion_id
    where i.supporter_id = s.id and i.state <> 'withdrawn'
      and (${occasion}::text is null or o.no::text = ${occasion})), '[]')`

const uninvited = sql<boolean>`exists (select from invitations i where i.supporter_id = s.id and i.state = 'withdrawn')`

const sumOf = (what: 'guest_pledged' | 'guest_paid') =>
  sql<number>`(select coalesce(sum(x.amount), 0)::bigint from ${sql.table(what)} x where x.supporter_id = s.id)`

/** How many people came with them to each occasion. */
const cameOf = (occasion: string | null) =>
  sql<GuestRow['came']>`coalesce((
    select jsonb_agg(jsonb_build_object('no', o.no, 'occasion', o.name, 'people', c.people) order by o.starts_at, o.no)
    from guest_came c join occasions o on o.id = c.occasion_id
    where c.supporter_id = s.id and c.people > 0 and (${occasion}::text is null or o.no::text = ${occasion})), '[]')`

/** By the one question that a message to them asks, too. */
const narrowed = (db: Db, { gatheringId, filter }: Asked) =>
  db.selectFrom('supporters as s').where(guestFilter(gatheringId, meantBy(filter)))

/** How many are found, how many people they come to at each occasion, and what they gave. */
async function countedGuests(db: Db, asked: Asked): Promise<GuestCount> {
  const [sums, people] = await Promise.all([
    withFound(db, asked)
      .selectFrom('found')
      .select([
        sql<number>`count(*)`.as('guests'),
        sql<number>`(select coalesce(sum(x.amount), 0) from guest_pledged x where ${areFound('x.supporter_id')})`.as(
          'pledged',
        ),
        sql<number>`(select coalesce(sum(x.amount), 0) from guest_paid x where ${areFound('x.supporter_id')})`.as(
          'paid',
        ),
      ])
      .executeTakeFirstOrThrow(),
    countedPeople(db, asked),
  ])
  return { ...sums, people }
}

/** Those who are meant are looked for once, however many figures are made of them. */
const withFound = (db: Db, asked: Asked) => db.with('found', () => narrowed(db, asked).select('s.id'))
const areFound = (column: string) => sql<SqlBool>`${sql.ref(column)} in (select id from found)`

const countedPeople = (db: Db, asked: Asked) =>
  withFound(db, asked)
    .selectFrom('occasions as o')
    .leftJoin('invitations as i', (join) => join.onRef('i.occasion_id', '=', 'o.id').on(areFound('i.supporter_id')))
    .where('o.gathering_id', '=', asked.gatheringId)
    .$if(asked.filter.occasion !== null, (one) => one.where(sql<SqlBool>`o.no::text = ${asked.filter.occasion}`))
    .groupBy('o.id')
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select([
      'o.name as occasion',
      sql<number>`coalesce(sum(i.adults + i.children) filter (where i.state = 'yes'), 0)`.as('yes'),
      sql<number>`coalesce(sum(i.adults + i.children) filter (where i.state = 'maybe'), 0)`.as('maybe'),
      sql<number>`coalesce(sum(i.seats) filter (where i.state = 'invited'), 0)`.as('silent'),
      sql<number>`(select coalesce(sum(c.people), 0) from guest_came c
        where c.occasion_id = o.id and ${areFound('c.supporter_id')})`.as('came'),
    ])
    .execute()
