import type { Db } from '#app/platform/db.server.ts'

/** Returns the words that a guest was last thanked with; null if none were sent. */
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
