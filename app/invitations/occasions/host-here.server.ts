import { type SqlBool, sql } from 'kysely'

/** In a query that has gatherings as `g`: the person who made it is still with us, and not suspended. Else guests find nothing. */
export const hostIsHere = sql<SqlBool>`exists (
  select from users host where host.id = g.user_id and host.deleted_at is null and host.suspended_at is null)`
