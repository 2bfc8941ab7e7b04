import { type RawBuilder, sql } from 'kysely'

/** When an occasion is over, as the database reads it: the same as `endOf`. It is named by its table or alias. */
export const endsAt = (occasion: string): RawBuilder<Date> =>
  sql`coalesce(${sql.ref(`${occasion}.ends_at`)}, ${sql.ref(`${occasion}.starts_at`)} + interval '6 hours')`
