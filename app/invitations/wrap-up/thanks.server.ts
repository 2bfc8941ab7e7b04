import type { Db } from '#app/platform/db.server.ts'

/** What a guest was thanked with last; null while nothing was sent to them. */
export const thanksOfGuest = async (db: Db, supporterId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('l.supporter_id', '=', supporterId)
      .where('m.kind', '=', 'thanks')
      .where('l.state', 'in', ['sent', 'unsure'])
      .orderBy('l.id', 'desc')
      .select('m.words')
      .limit(1)
      .executeTakeFirst()
  )?.words ?? null
