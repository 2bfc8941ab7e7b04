import { sql } from 'kysely'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Over, overOf } from './wrap-up.ts'

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

/** Tells how much of a gathering is over now. */
export const overNow = async (db: Db | Tx, gatheringId: string, now: Date): Promise<Over> =>
  overOf(await timesOf(db, gatheringId), now)

/** Selects the times of a gathering's occasions, each in its own zone. */
export const timesOf = (db: Db | Tx, gatheringId: string) =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'status', 'zone'])
    .limit(20)
    .execute()
