import { type SqlBool, sql } from 'kysely'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ListAsked, listOf, pageOf } from '#app/platform/list.server.ts'
import { guestFilter } from './guest-filter.server.ts'
import { type GuestFilter, type GuestRow, guestsView } from './guests-list.tsx'

// The guests of a gathering, by their names.

/** Which gathering, and whether whoever reads may see whole numbers: hosts wrote them down, administrators look. */
type Of = { gatheringId: string; whole: boolean }
type Asked = ListAsked<GuestFilter, 'name'> & Of

export const guestsList = listOf({
  view: guestsView,
  sorts: { name: { by: sql`lower(s.name)`, kind: 'text' } },
  order: () => 'asc' as const,
  read: found,
  totals: countedGuests,
})

const sorts = { name: { by: sql`lower(s.name)`, kind: 'text' } } as const

async function found(db: Db, asked: Asked, size: number): Promise<{ rows: GuestRow[]; next: string | null }> {
  const { whole, filter } = asked
  const rows = narrowed(db, asked)
    .select(['s.id', 's.name', 's.phone', 's.email', 's.groups', 's.note', 's.sent_at as sentAt'])
    .select(sql<string | null>`s.seen_on::text`.as('seenOn'))
    .select(sql<boolean>`s.claimed_phone is not null`.as('claims'))
    .select(answersOf(filter.occasion).as('answers'))
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

/** By the one question that a message to them asks, too. */
const narrowed = (db: Db, { gatheringId, filter: { occasion, ...rest } }: Asked) =>
  db.selectFrom('supporters as s').where(
    guestFilter(gatheringId, {
      ...rest,
      occasion: occasion === null ? null : Number(occasion),
      sent: null,
      seen: null,
    }),
  )

/** How many are found, and how many people they come to. */
export type GuestCount = { guests: number; yes: number; maybe: number; silent: number }
async function countedGuests(db: Db, asked: Asked): Promise<GuestCount> {
  const { occasion } = asked.filter
  const some = narrowed(db, asked).select('s.id').as('found')
  return db
    .selectFrom(some)
    .leftJoin(
      db
        .selectFrom('invitations as i')
        .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
        .where('o.gathering_id', '=', asked.gatheringId)
        .$if(occasion !== null, (one) => one.where(sql<SqlBool>`o.no::text = ${occasion}`))
        .select(['i.supporter_id', 'i.state', 'i.adults', 'i.children', 'i.seats'])
        .as('i'),
      'i.supporter_id',
      'found.id',
    )
    .select([
      sql<number>`count(distinct found.id)`.as('guests'),
      sql<number>`coalesce(sum(i.adults + i.children) filter (where i.state = 'yes'), 0)`.as('yes'),
      sql<number>`coalesce(sum(i.adults + i.children) filter (where i.state = 'maybe'), 0)`.as('maybe'),
      sql<number>`coalesce(sum(i.seats) filter (where i.state = 'invited'), 0)`.as('silent'),
    ])
    .executeTakeFirstOrThrow()
}
