import type { z } from 'zod'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { VisitPlace } from './visit.ts'
import type { placeForm } from './visit-forms.ts'

const none: VisitPlace = { address: null, directions: null, phone: null }

/** Reads where the guests of a drive come to, as its owner says it. */
export const placeOfVisits = async (db: Db, driveId: string): Promise<VisitPlace> =>
  (await db
    .selectFrom('visit_places')
    .where('fund_drive_id', '=', driveId)
    .select(['address', 'directions', 'phone'])
    .executeTakeFirst()) ?? none

/** Saves where guests come to. Emails of visits that are confirmed from now on say it. */
export const savePlace = (db: Db, driveId: string, place: z.output<typeof placeForm>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('visit_places')
      .values({ fund_drive_id: driveId, ...place })
      .onConflict((same) => same.column('fund_drive_id').doUpdateSet({ ...place, updated_at: new Date() }))
      .execute()
    await tell(tx, `drive:${driveId}`)
  })

/** Deletes where guests came to, with the account of the person who wrote it; the drive stays for the books. */
export const forgetPlaces = async (tx: Tx, ownerId: string): Promise<void> => {
  const own = tx.selectFrom('fund_drives').where('user_id', '=', ownerId).select('id')
  await tx.deleteFrom('visit_places').where('fund_drive_id', 'in', own).execute()
}
