import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { changing, type Hosting } from '../occasions/gathering.server.ts'
import { lockGuest } from './host.server.ts'
import { newLink } from './link.server.ts'

/** The host takes a person off their list, as that person asked. */
export const forgetGuest = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changing(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    await forgetIn(tx, id)
  })

/** Name, numbers, mail, wish and note go, and so do the links; what was counted stays counted. */
async function forgetIn(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from supporters where id = ${id} or merged_into = ${id} order by id for no key update`.execute(tx)
  for (const one of rows)
    await tx
      .updateTable('supporters')
      .set({
        name: 'Forgotten guest',
        phone: null,
        claimed_phone: null,
        email: null,
        note: '',
        groups: [],
        listed: false,
        once: null,
        seen_on: null,
        quiet_at: new Date(),
        link: newLink(),
      })
      .where('id', '=', one.id)
      .execute()
  await sql`update invitations set wish = '', in_calendar = false, touched = pg_current_xact_id()
    where supporter_id = ${id}`.execute(tx)
}
