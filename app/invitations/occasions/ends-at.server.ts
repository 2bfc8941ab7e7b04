import { type RawBuilder, sql } from 'kysely'

/** The end of an occasion in SQL, the same as `endOfOccasion`. Takes the name or alias of the occasions table. */
export const endsAt = (occasion: string): RawBuilder<Date> =>
  sql`coalesce(${sql.ref(`${occasion}.ends_at`)}, ${sql.ref(`${occasion}.starts_at`)} + interval '6 hours')`
