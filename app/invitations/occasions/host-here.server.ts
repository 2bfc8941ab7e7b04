import { type SqlBool, sql } from 'kysely'

/** For a query with gatherings as `g`: true if the person who made it is neither deleted nor suspended. Otherwise guests find nothing. */
export const hostIsHere = sql<SqlBool>`exists (
  select from users host where host.id = g.user_id and host.deleted_at is null and host.suspended_at is null)`
