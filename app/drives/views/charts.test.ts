import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { query } from '#test/rows.ts'
import { chartsOf, trackView } from './view.server.ts'

// Charts are drawn from what is added up while views come. It has to be what the views say, counted one by one.

const db = await testDatabase()
booksMustHold(() => db)
const elsewhere = db.withoutPlugins() as Db
const now = new Date('2026-11-21T09:00:00Z')

/** So many views of a drive, at any time of the hundred days before, half of them past another's midnight. */
const randomViews = (driveId: string, many: number, seed: number) => sql`
  insert into fund_drive_views (fund_drive_id, visitor, device_type, location, source, viewed_at)
  select ${driveId}, 'v' || n || ${seed}::text, (array['mobile', 'mobile', 'tablet', 'desktop'])[1 + (random() * 3)::int],
    (array['KE', 'TZ', 'UG', 'US', 'Unknown'])[1 + (random() * 4)::int], (array['whatsapp', 'x', 'direct', null])[1 + (random() * 3)::int],
    timestamptz '2026-11-21 11:00+03' - random() * interval '100 days'
  from generate_series(1, ${many}::int) n`

type Row = { hour: number; day: string; device: string; place: string; source: string | null; views: number }

async function countedOneByOne(driveId: string, days: number) {
  const rows = await query<Row>`
    select extract(hour from at)::int as hour, to_char(at, 'YYYY-MM-DD') as day, device_type as device, location as place, source, count(*) as views
    from (select *, viewed_at at time zone 'Africa/Nairobi' as at from fund_drive_views where fund_drive_id = ${driveId}) v
    where at::date > (${now}::timestamptz at time zone 'Africa/Nairobi')::date - ${days}::int group by 1, 2, 3, 4, 5`
  const by = (name: keyof Row) => {
    const sums = new Map<unknown, number>()
    for (const row of rows) if (row[name] !== null) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.views)
    return sums
  }
  return { day: by('day'), hour: by('hour'), device: by('device'), place: by('place'), source: by('source') }
}

const asMap = (all: { name: string; views: number }[]) =>
  new Map<unknown, number>(all.map(({ name, views }) => [name, views]))

test.each([7, 30, 90])('charts of %i days say what the views say one by one', async (days) => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  for (const seed of [1, 2, 3]) await randomViews(one.id, 150, seed).execute(db)
  await randomViews(other.id, 50, 9).execute(db)
  // What is taken away or changed by hand is taken away or changed here, too.
  await sql`delete from fund_drive_views where fund_drive_id = ${one.id} and id % 7 = 0`.execute(db)
  await sql`update fund_drive_views set viewed_at = viewed_at - interval '31 hours', device_type = 'tablet'
    where fund_drive_id = ${one.id} and id % 5 = 0`.execute(db)
  const [charts, plain] = [await chartsOf(db, one.id, { days, now }), await countedOneByOne(one.id, days)]
  expect(new Map(charts.days.flatMap(({ day, views }) => (views ? [[day, views] as const] : [])))).toEqual(plain.day)
  expect(new Map(charts.hours.flatMap((views, hour) => (views ? [[hour, views] as const] : [])))).toEqual(plain.hour)
  expect([asMap(charts.devices), asMap(charts.places), asMap(charts.sources)]).toEqual([
    plain.device,
    plain.place,
    plain.source,
  ])
  const order = charts.devices.map(({ views }) => views)
  expect(order).toEqual(order.toSorted((a, b) => b - a))
})

test('looks that cost a credit and looks that cost none, at once and through two processes, are each added up once', async () => {
  const drives = [await someDrive(db), await someDrive(db)]
  for (const { id } of drives)
    await query`update subscriptions set views = 40, used_views = 0, remaining_views = 40 where fund_drive_id = ${id}`
  const looks = Array.from({ length: 80 }, (_, nr) =>
    trackView(nr % 2 ? db : elsewhere, drives[(nr % 4) >> 1]!.id, {
      visitor: `v${nr}`,
      address: `41.7.${nr}.7`,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
      deviceType: (['mobile', 'desktop', 'tablet'] as const)[nr % 3]!,
      isUnproven: nr % 5 === 0,
    }),
  )
  const told = await Promise.all(looks)
  expect(new Set(told)).toEqual(new Set(['counted', 'free']))
  for (const { id } of drives) {
    const charts = await chartsOf(db, id)
    expect(charts.days.at(-1)!.views + charts.days.at(-2)!.views).toBe(40)
    expect(charts.devices.reduce((sum, { views }) => sum + views, 0)).toBe(40)
  }
})

test('views of a transaction that was broken off are not added up', async () => {
  const { id } = await someDrive(db)
  const broken = db.transaction().execute(async (tx) => {
    await randomViews(id, 20, 5).execute(tx)
    throw new Error('broken off')
  })
  await expect(broken).rejects.toThrow('broken off')
  const { rows } = await sql`select from view_sums where fund_drive_id = ${id}`.execute(db)
  expect(rows).toEqual([])
})

test('what was added up goes with its drive', async () => {
  const { id } = await someDrive(db)
  await randomViews(id, 20, 6).execute(db)
  await sql`delete from fund_drives where id = ${id}`.execute(db)
  const { rows } = await sql`select from view_sums where fund_drive_id = ${id}`.execute(db)
  expect(rows).toEqual([])
})
