import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Returns the names of the owner and the treasurers: money `sent to` one of them has arrived. */
export async function collectorsOf(db: Db | Tx, driveId: string): Promise<string[]> {
  const { rows } = await sql<{ full_name: string }>`
    select p.full_name from profiles p
    where p.user_id = (select user_id from fund_drives where id = ${driveId})
      or p.user_id in (select user_id from drive_helpers
        where fund_drive_id = ${driveId} and role = 'treasurer' and accepted_at is not null and left_at is null)`.execute(
    db,
  )
  return rows.map(({ full_name }) => full_name)
}
