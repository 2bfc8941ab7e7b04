import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'

/** In rows: so many views are deleted in one transaction, and no other statement waits long for it. */
const mostAtOnce = 5000

/**
 * Deletes views that are older than VIEWS_KEEP_MONTHS, oldest first, from the part that has no month; other parts are dropped as a
 * whole. Their number is kept; see `countViews`. Returns how many.
 */
export async function sweepViews(
  db: Db,
  atOnce = mostAtOnce,
  keepMonths = settings.VIEWS_KEEP_MONTHS,
): Promise<number> {
  let gone = 0
  for (let nr = 0; nr < 200; nr++) {
    const { rows } = await sql<{
      some: number
    }>`select forget_views(${keepMonths}::int, ${atOnce}::int) as some`.execute(db)
    gone += rows[0]!.some
    if (rows[0]!.some < atOnce) break
  }
  await foldOldSums(db)
  return gone
}

/** Turns sums by hour into one of the whole day after 24 months, of months whose views are deleted. Charts show 30 days. */
const foldOldSums = (db: Db) =>
  sql`
    with hours as (
      delete from view_sums s where s.what = 'hour' and s.day < (now() - interval '24 months')::date and exists (
        select from view_months m where m.fund_drive_id = s.fund_drive_id and m.month = date_trunc('month', s.day)::date)
      returning s.fund_drive_id, s.day, s.views
    )
    insert into view_sums as d (fund_drive_id, day, what, name, views)
    select fund_drive_id, day, 'day', '', sum(views) from hours group by 1, 2 order by 1, 2
    on conflict (fund_drive_id, day, what, name) do update set views = d.views + excluded.views`.execute(db)
