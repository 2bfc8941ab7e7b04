import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

// The queries of a gathering's settings page.

/** Reads the drives that a person may tie a gathering to: their own drives without one. */
export const drivesToTie = (db: Db, person: string) =>
  db
    .selectFrom('fund_drives as d')
    .where('d.user_id', '=', person)
    .where(sql<SqlBool>`not exists (select from gatherings g where g.fund_drive_id = d.id)`)
    .orderBy('d.created_at', 'desc')
    .select(['d.slug', 'd.title'])
    .limit(100)
    .execute()

/** True if guests were written to, have answered or have reported it: the gathering can then not be deleted. */
export async function isUsed(db: Db | Tx, gatheringId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from answers a join invitations i on i.id = a.invitation_id
      join occasions o on o.id = i.occasion_id where o.gathering_id = ${gatheringId} and a.by = 'guest')
    or exists (select from messages m where m.gathering_id = ${gatheringId})
    or exists (select from supporters s where s.gathering_id = ${gatheringId}
      and (s.texted_at is not null or s.sent_at is not null))
    or exists (select from guest_reports r where r.gathering_id = ${gatheringId})
    or exists (select from photo_objections p where p.gathering_id = ${gatheringId}) as used`.execute(db)
  return rows[0]!.used
}
