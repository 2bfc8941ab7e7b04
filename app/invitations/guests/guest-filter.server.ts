import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { filterQuery } from '#app/kit/list.ts'
import { digitsIn } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import {
  asksOfGifts,
  type GuestFilter,
  guestFilterIn,
  type Pledged,
  type ReadyFilter,
  readyAddress,
  readyFilters,
  readyNames,
  type YesOrNo,
} from './guest-filter.ts'

/**
 * Builds the condition on supporters, alias s, that a filter means. The list, its counts and the recipients of a
 * message use this one condition, so that "Message these 34" reaches the 34 that were shown.
 */
export function guestFilter(gatheringId: string, filter: GuestFilter): RawBuilder<SqlBool> {
  const { occasion, answer, gives, group, sent, seen, came, thanked, claims, q } = filter
  const parts = [sql`s.gathering_id = ${gatheringId}`, sql`s.merged_into is null`]
  if (occasion !== null || answer !== null || gives) parts.push(invitedAs(gatheringId, { occasion, answer, gives }))
  if (group) parts.push(sql`s.groups @> array[${group}]::text[]`)
  if (sent) parts.push(sent === 'yes' ? sql`s.sent_at is not null` : sql`s.sent_at is null`)
  if (seen) parts.push(seen === 'yes' ? sql`s.seen_on is not null` : sql`s.seen_on is null`)
  if (thanked) parts.push(thanked === 'yes' ? sql`s.thanked_at is not null` : sql`s.thanked_at is null`)
  if (came) parts.push(cameTo(gatheringId, came, occasion))
  if (claims) parts.push(sql`s.claimed_phone is not null`)
  if (q) parts.push(sql`(s.name ilike ${containing(q)} or s.email ilike ${containing(q)} ${orNumber(q)})`)
  return sql<SqlBool>`(${sql.join([...parts, ...moneyParts(gatheringId, filter)], sql` and `)})`
}

// Each part below is found for the whole gathering at once: asking for one guest after another would cost far more.

/** Without a wanted answer, finds all whose invitation was not taken back. */
const invitedAs = (
  gatheringId: string,
  { occasion, answer, gives }: Pick<GuestFilter, 'occasion' | 'answer' | 'gives'>,
) =>
  sql`s.id in (select i.supporter_id from invitations i where i.occasion_id ${within(gatheringId, occasion)}
    and ${gives ? sql`i.gives` : sql`true`} and ${answer === null ? sql`i.state <> 'withdrawn'` : sql`i.state = ${answer}`})`

const cameTo = (gatheringId: string, came: YesOrNo, occasion: number | null) =>
  sql`s.id ${isIn(came)} (select c.supporter_id from guest_came c where c.occasion_id ${within(gatheringId, occasion)})`

const within = (gatheringId: string, occasion: number | null) => sql`in (select o.id from occasions o
  where o.gathering_id = ${gatheringId} and ${occasion === null ? sql`true` : sql`o.no = ${occasion}`})`

function moneyParts(gatheringId: string, { pledge, paid, helped }: GuestFilter) {
  const ours = sql`supporter_id in (select id from supporters where gathering_id = ${gatheringId})`
  const pledged = (which: Pledged) =>
    which === 'open'
      ? sql`s.id in (select supporter_id from (
          select supporter_id, amount from guest_pledged where ${ours}
          union all select supporter_id, -amount from guest_paid where ${ours}) x group by 1 having sum(amount) > 0)`
      : sql`s.id ${isIn(which)} (select supporter_id from guest_pledged where ${ours})`
  const gave = (which: YesOrNo) => sql`s.id ${isIn(which)} (select supporter_id from guest_paid where ${ours})`
  return [
    ...(helped ? [sql`(${cameTo(gatheringId, 'yes', null)} or ${gave('yes')})`] : []),
    ...(pledge ? [pledged(pledge)] : []),
    ...(paid ? [gave(paid)] : []),
  ]
}

const isIn = (which: YesOrNo) => (which === 'yes' ? sql`in` : sql`not in`)

/** Finds a number in any notation, whole or from its beginning. */
function orNumber(q: string) {
  const whole = digitsIn(q)
  const begin = q.replace(/\D/g, '').replace(/^0/, '')
  if (whole) return sql`or s.phone like ${`%${whole}`}`
  return begin.length >= 3 ? sql`or s.phone like ${`%${begin}%`}` : sql``
}

/** Counts the guests that each ready filter finds, by the list's own condition; `all` counts those without a filter. */
export async function readyCounts(
  db: Db,
  gatheringId: string,
  { occasion, seesGifts }: { occasion: string | null; seesGifts: boolean },
): Promise<Record<ReadyFilter | 'all', number>> {
  const meant = (address: string) => guestFilter(gatheringId, guestFilterIn(new URLSearchParams(address)))
  const counts = readyNames.map((name) => {
    const isSeen = seesGifts || !asksOfGifts(readyFilters[name].filter)
    return sql`count(*) filter (where ${isSeen ? meant(readyAddress(name, occasion)) : sql`false`}) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<ReadyFilter | 'all', number>>`
    select count(*) as all, ${sql.join(counts)} from supporters s where ${meant(filterQuery({ occasion }))}`.execute(db)
  return rows[0]!
}
