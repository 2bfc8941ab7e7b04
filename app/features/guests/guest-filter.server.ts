import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { digitsIn } from '#app/kit/phone.ts'
import { containing } from '#app/platform/search.server.ts'
import type { GuestFilter } from './guest-filter.ts'

/**
 * Which supporters, of the alias s, are meant by a filter. The list, its counts and the recipients of a message ask this one
 * question, so that "Message these 34" reaches the 34 that were shown.
 */
export function guestFilter(gatheringId: string, filter: GuestFilter): RawBuilder<SqlBool> {
  const { occasion, group, answer, sent, seen, claims, q } = filter
  const parts = [sql`s.gathering_id = ${gatheringId}`, sql`s.merged_into is null`]
  if (occasion !== null || answer !== null) parts.push(invitedAs(occasion, answer))
  if (group) parts.push(sql`s.groups @> array[${group}]::text[]`)
  if (sent) parts.push(sent === 'yes' ? sql`s.sent_at is not null` : sql`s.sent_at is null`)
  if (seen) parts.push(seen === 'yes' ? sql`s.seen_on is not null` : sql`s.seen_on is null`)
  if (claims) parts.push(sql`s.claimed_phone is not null`)
  if (q) parts.push(sql`(s.name ilike ${containing(q)} or s.email ilike ${containing(q)} ${orNumber(q)})`)
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

/** Without an answer that is asked for: whoever is still invited. */
const invitedAs = (occasion: number | null, answer: string | null) => sql`exists (select from invitations i
  join occasions o on o.id = i.occasion_id where i.supporter_id = s.id
  and ${occasion === null ? sql`true` : sql`o.no = ${occasion}`}
  and ${answer === null ? sql`i.state <> 'withdrawn'` : sql`i.state = ${answer}`})`

/** A number is found however it is written, whole or from its beginning. */
function orNumber(q: string) {
  const whole = digitsIn(q)
  const begin = q.replace(/\D/g, '').replace(/^0/, '')
  if (whole) return sql`or s.phone like ${`%${whole}`}`
  return begin.length >= 3 ? sql`or s.phone like ${`%${begin}%`}` : sql``
}
