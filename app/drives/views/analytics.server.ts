import { sql } from 'kysely'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { ViewSource } from './source.ts'

// A drive's views, as the owner sees them.

/** How many views the drive has had: the credits used say so without counting rows, and those that cost nothing are few. */
export async function countViews(db: Db, driveId: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select (select coalesce(sum(used_views), 0) from subscriptions where fund_drive_id = ${driveId})
      + (select count(*) from fund_drive_views where fund_drive_id = ${driveId} and subscription_id is null) as views`.execute(
    db,
  )
  return rows[0]!.views
}

export type Charts = {
  /** Every day of the span, also those without a view. */
  days: { day: string; views: number }[]
  /** The 24 hours of Nairobi's day. */
  hours: number[]
  devices: { name: string; views: number }[]
  /** The ten most frequent places. */
  places: { name: string; views: number }[]
  /** The sources that visitors came from, as far as they are known. */
  sources: { name: ViewSource; views: number }[]
}

type Row = { day: string; what: 'hour' | 'device' | 'place' | 'source'; name: string; views: number }

/** Returns the views of the last so many days by day, hour, device and place, from sums that are kept as views come. */
export async function chartsOf(db: Db, driveId: string, { days = 30, now = new Date() } = {}): Promise<Charts> {
  const span = Array.from({ length: days }, (_, ago) => dayAt(new Date(now.getTime() - (days - 1 - ago) * 86_400_000)))
  const { rows } = await sql<Row>`
    select case when what = 'hour' then day end::text as day, what, name, sum(views)::bigint as views
    from view_sums where fund_drive_id = ${driveId} and day >= ${span[0]}::date
    group by 1, 2, 3 having sum(views) > 0 order by views desc, name`.execute(db)
  const byDay = new Map(span.map((day) => [day, 0]))
  const hours = Array<number>(24).fill(0)
  for (const { day, what, name, views } of rows) {
    if (what !== 'hour') continue
    byDay.set(day, (byDay.get(day) ?? 0) + views)
    hours[Number(name)]! += views
  }
  return {
    days: span.map((day) => ({ day, views: byDay.get(day) ?? 0 })),
    hours,
    devices: named(rows, 'device'),
    places: named(rows, 'place').slice(0, 10),
    sources: named(rows, 'source') as Charts['sources'],
  }
}

const named = (rows: Row[], by: Row['what']) =>
  rows.flatMap(({ what, name, views }) => (what === by ? [{ name, views }] : []))
