import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { somePerson } from './make.ts'

/** A treasurer of a drive, who counts among those who agree to withdrawals; or in so long. */
export async function someTreasurer(
  db: Db,
  drive: { id: string; ownerId: string },
  later = '0 hours',
): Promise<{ id: string; email: string; password: string; helper: number }> {
  const person = await somePerson(db)
  const { id: helper } = await db
    .insertInto('drive_helpers')
    .values({
      fund_drive_id: drive.id,
      user_id: person.id,
      invited: 'Otieno',
      role: 'treasurer',
      invited_by: drive.ownerId,
      expires_at: new Date(),
      accepted_at: sql<Date>`now() - interval '25 hours' + ${later}::interval`,
      signs_since: sql<Date>`now() - interval '1 hour' + ${later}::interval`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, helper }
}
