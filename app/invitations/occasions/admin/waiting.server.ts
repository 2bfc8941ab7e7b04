import { sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'

/** The open tasks: reports of guests, and photos that guests want taken down. */
const open = sql`(select gathering_id, at from guest_reports where looked_at is null
  union all select gathering_id, at from photo_objections where looked_at is null and gone_at is null)`

/** Invitations that guests reported. */
export const waitingInvitations: TasksWaiting = {
  from: sql`(select distinct gathering_id from ${open} r) reported`,
  oldest: sql`select g.slug as id, min(r.at) as at, g.title
    from ${open} r join gatherings g on g.id = r.gathering_id group by g.id order by min(r.at), g.id`,
}
