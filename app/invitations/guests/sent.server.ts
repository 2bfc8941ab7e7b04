import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Records when a guest was first sent their card. */
export const noteSent = (tx: Db | Tx, supporterId: string, now: Date) =>
  tx
    .updateTable('supporters')
    .set({ sent_at: sql<Date>`coalesce(sent_at, ${now})` })
    .where('id', '=', supporterId)
    .execute()
