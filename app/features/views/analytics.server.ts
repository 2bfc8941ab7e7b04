import { sql } from 'kysely'
import { dayAt, hourAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Source } from './source.ts'

// Who came, as the owner sees it.

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
  /** The ten places most came from. */
  places: { name: string; views: number }[]
  /** Where visitors came from, as far as that is known. */
  sources: { name: Source; views: number }[]
}

type Row = { hour: Date | null; device: string | null; place: string | null; source: Source | null; views: number }

/** Views of the last so many days, counted by day, hour, device and place. */
export async function chartsOf(db: Db, driveId: string, { days = 30, now = new Date() } = {}): Promise<Charts> {
  const span = Array.from({ length: days }, (_, ago) => dayAt(new Date(now.getTime() - (days - 1 - ago) * 86_400_000)))
  // Nairobi's hours are the world's, three later: so the database counts whole hours, which costs little, and days and
  // hours of the day are put together from these.
  const { rows } = await sql<Row>`
    select date_bin('1 hour', viewed_at, 'epoch') as hour, device_type as device, location as place, source, count(*) as views
    from fund_drive_views
    where fund_drive_id = ${driveId}
      and date_bin('1 hour', viewed_at, 'epoch') >= ${span[0]}::date::timestamp at time zone 'Africa/Nairobi'
    group by grouping sets ((1), (2), (3), (4))
    order by views desc, device, place, source`.execute(db)
  const byDay = new Map(span.map((day) => [day, 0]))
  const hours = Array<number>(24).fill(0)
  for (const { hour, views } of rows) {
    if (!hour) continue
    const day = dayAt(hour)
    byDay.set(day, (byDay.get(day) ?? 0) + views)
    hours[hourAt(hour)]! += views
  }
  return {
    days: span.map((day) => ({ day, views: byDay.get(day) ?? 0 })),
    hours,
    devices: named(rows, 'device'),
    places: named(rows, 'place').slice(0, 10),
    sources: rows.flatMap(({ source, views }) => (source === null ? [] : [{ name: source, views }])),
  }
}

const named = (rows: Row[], by: 'device' | 'place') =>
  rows.flatMap((row) => (row[by] === null ? [] : [{ name: row[by], views: row.views }]))
