import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'

// Tables in parts of a month or a year. What happens now reads small indexes, and what is old goes as a whole part.

/**
 * Makes the parts of the next three months, and drops those that are too old. A row that has no part is taken all the same: it waits
 * in a part of its own until this makes one of it. Gives way to others who hold the table, and is then tried again.
 */
export async function keepParts(db: Db, keepMonths = settings.VIEWS_KEEP_MONTHS): Promise<void> {
  await sql`select make_parts()`.execute(db)
  await sql`select drop_old_parts(${keepMonths}::int)`.execute(db)
}

/** How far the clock of this process may be from that of the database, in milliseconds. */
const clocksApart = 86_400_000

/**
 * Bounds a statement to the parts of the last so many minutes. Its other conditions say what is meant. The database leaves parts out
 * when it plans, and for that the bounds have to be values: now() is known only later, when all parts were looked at.
 */
export function inPartsOf(minutes: number, column = 'v.viewed_at') {
  const [from, to] = [-minutes * 60_000 - clocksApart, clocksApart].map((by) => new Date(Date.now() + by))
  return sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`
}
