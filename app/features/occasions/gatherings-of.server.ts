import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

// What the settings of a gathering need to know.

/** The drives that a person may tie a gathering to: their own that have none. */
export const drivesToTie = (db: Db, person: string) =>
  db
    .selectFrom('fund_drives as d')
    .where('d.user_id', '=', person)
    .where(sql<SqlBool>`not exists (select from gatherings g where g.fund_drive_id = d.id)`)
    .orderBy('d.created_at', 'desc')
    .select(['d.slug', 'd.title'])
    .limit(100)
    .execute()

/** Whether a guest has answered: then a gathering is no longer deleted. */
export async function isAnswered(db: Db | Tx, gatheringId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from answers a join invitations i on i.id = a.invitation_id
    join occasions o on o.id = i.occasion_id where o.gathering_id = ${gatheringId} and a.by = 'guest' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
