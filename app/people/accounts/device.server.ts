import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { deviceOf } from './device.ts'

/**
 * Lists the devices a person is signed in on, last used first. Times are formatted here: the browser's own format may differ by a space.
 */
export async function devicesOf(db: Db, userId: string, { language, here }: { language: Language; here: string }) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address as address', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('updated_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ id, address, user_agent, created_at, updated_at }) => ({
    ...deviceOf(user_agent),
    id,
    address,
    since: momentIn(language, created_at),
    used: momentIn(language, updated_at),
    here: id === here,
  }))
}

/** Signs one device out. A device that is already gone, or another person's, is ignored. */
export const signOutDevice = (db: Db, userId: string, device: string): Promise<void> => end(db, userId, device)

/** Signs every device out, also the current one. */
export const signOutEverywhere = (db: Db, userId: string): Promise<void> => end(db, userId)

const end = (db: Db, userId: string, device?: string) =>
  db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(device !== undefined, (query) => query.where('id', '=', device!))
      .execute()
    await tell(tx, `person:${userId}`)
    await tellRights(tx, userId)
  })
