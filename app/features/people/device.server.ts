import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live.server.ts'

/** Where a person is signed in, the last used first. */
export const devicesOf = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'ip_address as address', 'created_at as since', 'updated_at as used'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('updated_at', 'desc')
    .limit(50)
    .execute()

/** Signs one device out. One that is gone already, or somebody else's, is left in peace without a word. */
export const signOutDevice = (db: Db, userId: string, device: string): Promise<void> => end(db, userId, device)

/** Signs every device out, the one that asks as well. */
export const signOutEverywhere = (db: Db, userId: string): Promise<void> => end(db, userId)

const end = (db: Db, userId: string, device?: string) =>
  db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(device !== undefined, (query) => query.where('id', '=', device!))
      .execute()
    await tell(tx, `person:${userId}`)
  })
