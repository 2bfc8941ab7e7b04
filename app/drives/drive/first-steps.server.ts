import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type Mine, managedBy } from './manage.server.ts'
import type { FirstSteps } from './steps.ts'

/** How far a drive has come with its first steps, read from what is there. */
export async function firstStepsOf(db: Db, { ownerId, slug }: Mine): Promise<FirstSteps | undefined> {
  return await db
    .selectFrom('fund_drives as d')
    .innerJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .where('d.slug', '=', slug)
    .where(managedBy('d.id', ownerId, 'read'))
    .select(({ exists, selectFrom }) => [
      sql<boolean>`d.description is not null`.as('story'),
      sql<boolean>`face.url is not null`.as('picture'),
      'd.shares',
      sql<boolean>`d.steps_hidden_at is not null`.as('hidden'),
      exists(
        selectFrom('withdrawal_methods as m')
          .whereRef('m.user_id', '=', 'd.user_id')
          .where('m.removed_at', 'is', null)
          .select('m.id'),
      )
        .$castTo<boolean>()
        .as('method'),
    ])
    .executeTakeFirst()
}

/** Counts that the owner shared the drive, up to 1000 times. */
export const noteShare = (db: Db, { ownerId, slug }: Mine): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('fund_drives')
      .set({ shares: sql`shares + 1` })
      .where('slug', '=', slug)
      .where(managedBy('id', ownerId, 'read'))
      .where(sql<SqlBool>`shares < 1000`)
      .execute()
    await tell(tx, `person:${ownerId}`)
  })

/** Puts the list of first steps away. */
export const hideSteps = async (db: Db, { ownerId, slug }: Mine): Promise<void> => {
  await db
    .updateTable('fund_drives')
    .set({ steps_hidden_at: new Date() })
    .where('slug', '=', slug)
    .where(managedBy('id', ownerId, 'run'))
    .execute()
}
