import { sql } from 'kysely'
import { endsAt } from '#app/invitations/occasions/ends-at.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The attendance of an occasion, in people. `came` is null if no door counted anybody. */
export type Attended = {
  no: number
  name: string
  zone: string
  startsAt: Date
  cancelled: boolean
  over: boolean
  said: number
  came: number | null
  /** The part of `came` who were on no list. */
  unlisted: number
}

/** Counts the people of each occasion: who said yes, and who was let in. Households count all their people. */
export async function attendanceOf(db: Db, gatheringId: string, now: Date): Promise<Attended[]> {
  const { rows } = await sql<Attended>`
    select o.no, o.name, o.zone, o.starts_at as "startsAt", o.status = 'cancelled' as cancelled,
      ${endsAt('o')} <= ${now} as over,
      (select coalesce(sum(i.adults + i.children), 0) from invitations i where i.occasion_id = o.id and i.state = 'yes') as said,
      p.came, coalesce(p.unlisted, 0) as unlisted
    from occasions o cross join lateral (
      select sum(people) as came, sum(people) filter (where invitation_id is null) as unlisted
      from people_inside where occasion_id = o.id) p
    where o.gathering_id = ${gatheringId} order by o.starts_at, o.no limit 20`.execute(db)
  return rows
}
