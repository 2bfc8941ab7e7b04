import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/** The book in which they wrote who helped them, as they read it themselves. */
export const bookOf = (db: Db, userId: string) =>
  db
    .selectFrom('remembered as r')
    .select(['r.name', 'r.phone', 'r.what as occasion', 'r.people', 'r.words', 'r.created_at as createdAt'])
    .select([
      sql<string | null>`r.day::text`.as('day'),
      sql<number | null>`coalesce(r.gave, (select sum(x.amount) from guest_paid x
        where x.supporter_id = r.supporter_id))::bigint`.as('gaveInCents'),
    ])
    .where('r.user_id', '=', userId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(10_000)
