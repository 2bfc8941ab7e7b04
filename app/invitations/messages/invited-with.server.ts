import type { Db } from '#app/platform/db.server.ts'

/**
 * Returns the words of a guest's last invitation; null if there were none. A text to a phone has no room for them, so the guest's page
 * shows them.
 */
export const invitedWith = async (db: Db, supporterId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('l.supporter_id', '=', supporterId)
      .where('m.kind', '=', 'invitation')
      .where('m.words', '<>', '')
      .where('l.state', 'in', ['sending', 'sent', 'unsure'])
      .orderBy('l.id', 'desc')
      .select('m.words')
      .limit(1)
      .executeTakeFirst()
  )?.words ?? null
