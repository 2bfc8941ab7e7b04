import { sql } from 'kysely'
import type { Waiting } from '#app/office/desk/task.ts'

/** Invitations that guests reported, while nobody has looked. */
export const waitingInvitations: Waiting = {
  from: sql`(select distinct gathering_id from guest_reports where looked_at is null) reported`,
  oldest: sql`select g.slug as id, min(r.at) as at, g.title
    from guest_reports r join gatherings g on g.id = r.gathering_id
    where r.looked_at is null group by g.id order by min(r.at), g.id`,
}
