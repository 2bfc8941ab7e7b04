import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sweepViews } from '#app/drives/views/sweep.server.ts'
import { countViews, trackView } from '#app/drives/views/view.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { unbalancedViews } from '#test/views-bought.ts'
import { keepParts } from './parts.server.ts'

const db = await testDatabase({ asOwner: true })

const partsOf = (whole: string) =>
  query<{ name: string; starts: Date | null; ends: Date | null }>`
    select * from parts_of(${whole}) order by ends nulls last`
const rowsIn = async (part: string) =>
  (await query<{ n: number }>`select count(*)::int as n from ${sql.table(part)}`)[0]!.n

/** Gives a drive so many views of an age, half of which cost a credit. */
const seen = (driveId: string, many: number, age: string) =>
  sql`
    with s as (
      update subscriptions set views = views + ${many / 2}::int, used_views = used_views + ${many / 2}::int
      where fund_drive_id = ${driveId} returning id)
    insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, viewed_at)
    select ${driveId}, case when nr % 2 = 0 then s.id end, ${age} || nr, 'mobile', now() - ${age}::interval
    from s, generate_series(1, ${many}) nr`.execute(db)

const partNames = async (whole: string) => (await partsOf(whole)).map(({ name }) => name)

/** Adds a part that began and ended so long ago. */
const partFrom = async (whole: string, name: string, [from, to]: [string, string]) => {
  const [bounds] = await query<{ text: string }>`
    select format('for values from (%L) to (%L)', now() - ${from}::interval, now() - ${to}::interval) as text`
  await sql`select add_part(${whole}, ${name}, ${bounds!.text})`.execute(db)
}

const look = (visitor: string) => ({ visitor, address: '203.0.113.9', userAgent: 'Mozilla/5.0 (Android) Mobile' })

test('a view lies in the part of its month, a line of the log in that of its year, and three months are made ahead [T1580]', async () => {
  // Until the day's job has run, those of last month's end are enough.
  await sql`select make_parts()`.execute(db)
  const { id } = await someDrive(db)
  await seen(id, 2, '1 second')
  const [{ month, year, ahead }] = (await query<{ month: string; year: string; ahead: Date }>`
    select to_char(now() at time zone 'Africa/Nairobi', '"fund_drive_views_"YYYY_MM') as month,
      to_char(now() at time zone 'Africa/Nairobi', '"audit_log_"YYYY') as year, now() + interval '3 months' as ahead`) as [
    { month: string; year: string; ahead: Date },
  ]
  await sql`insert into audit_log (act, noun) values ('views given', 'drive')`.execute(db)
  expect([await rowsIn(month), await rowsIn(year)]).toEqual([2, 1])
  expect([await rowsIn('fund_drive_views_other'), await rowsIn('audit_log_other')]).toEqual([0, 0])
  for (const whole of ['fund_drive_views', 'audit_log']) {
    const reach = Math.max(...(await partsOf(whole)).map(({ ends }) => ends?.getTime() ?? 0))
    expect(reach).toBeGreaterThan(ahead.getTime())
  }
  // A second time there is nothing to make.
  expect(await query`select make_parts() as made`).toEqual([{ made: 0 }])
})

test('while nobody makes parts nothing is refused, and what was written then is in a part of its own afterwards [T1581]', async () => {
  const { id } = await someDrive(db)
  const before = await partsOf('fund_drive_views')
  // The job was dead for so long that all parts have passed.
  await sql`insert into fund_drive_views (fund_drive_id, visitor, device_type, viewed_at)
    select ${id}, 'late ' || nr, 'mobile', now() + interval '7 months' from generate_series(1, 3) nr`.execute(db)
  await sql`insert into audit_log (at, act, noun) values (now() + interval '3 years', 'views given', 'drive')`.execute(
    db,
  )
  expect([await rowsIn('fund_drive_views_other'), await rowsIn('audit_log_other')]).toEqual([3, 1])
  await sql`select make_parts(now() + interval '7 months')`.execute(db)
  expect([await rowsIn('fund_drive_views_other'), await rowsIn('audit_log_other')]).toEqual([0, 0])
  expect(await countViews(db, id)).toBe(3)
  const after = await partsOf('fund_drive_views')
  expect(after.length).toBeGreaterThan(before.length + 3)
  // One after the other, without a gap.
  const bounded = after.filter(({ ends }) => ends)
  for (const [nr, { starts }] of bounded.entries())
    expect(starts?.getTime()).toBe(nr === 0 ? undefined : bounded[nr - 1]!.ends!.getTime())
  expect(await query`select from fund_drive_views where id is null`).toEqual([])
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('forbidden')
  await expect(sql`truncate audit_log_other`.execute(db)).rejects.toThrow('forbidden')
  await sql`delete from fund_drive_views where fund_drive_id = ${id}`.execute(db)
})

test('old parts are dropped as a whole: counts, credits and the sums of days stay, and after two years a day has one sum [T1582]', async () => {
  const { id } = await someDrive(db)
  // Instead of the first parts there are one of 14 months ago, and of the log one that ended seven years ago and one that did not.
  for (const whole of ['fund_drive_views', 'audit_log'])
    await sql.raw(`alter table ${whole} detach partition ${whole}_first`).execute(db)
  await partFrom('fund_drive_views', 'fund_drive_views_old', ['14 months', '10 months'])
  await partFrom('audit_log', 'audit_log_older', ['9 years', '7 years 1 day'])
  await partFrom('audit_log', 'audit_log_old', ['7 years 1 day', '6 years'])
  await seen(id, 6, '12 months')
  await seen(id, 4, '1 second')
  await sql`insert into audit_log (at, act, noun) select now() - nr * interval '1 year', 'views given', 'drive'
    from unnest('{6.5, 8}'::float8[]) nr`.execute(db)
  const before = await countViews(db, id)
  await keepParts(db, 15)
  expect(await partNames('fund_drive_views')).toContain('fund_drive_views_old')
  expect(await partNames('audit_log')).not.toContain('audit_log_older')
  expect(await partNames('audit_log')).toContain('audit_log_old')
  await keepParts(db, 13)
  expect(await partNames('fund_drive_views')).not.toContain('fund_drive_views_old')
  const rows = await query<{ n: number }>`select count(*)::int as n from fund_drive_views where fund_drive_id = ${id}`
  expect([rows[0]!.n, await countViews(db, id), before]).toEqual([4, 10, 10])
  expect([await unbalancedViews(db), await brokenInvariants(db)]).toEqual([0, []])
  const sums = () => query`select what, sum(views)::int as n from view_sums
    where fund_drive_id = ${id} and what in ('hour', 'day') group by 1 order by 1`
  await sweepViews(db)
  expect(await sums()).toEqual([{ what: 'hour', n: 10 }])
  await sql`update view_sums set day = day - 731 where fund_drive_id = ${id} and day < now() - interval '1 month'`.execute(
    db,
  )
  await sql`update view_months set month = date_trunc('month', (
    select min(day) from view_sums where fund_drive_id = ${id}))::date`.execute(db)
  await sweepViews(db)
  expect(await sums()).toEqual([
    { what: 'day', n: 6 },
    { what: 'hour', n: 4 },
  ])
  expect(await brokenInvariants(db)).toEqual([])
  // A view that nobody counted is noticed in a month whose views are gone, too.
  await sql`update view_months set views = views + 1`.execute(db)
  expect((await brokenInvariants(db)).map((rule) => rule.id)).toContain('B7')
  await sql`update view_months set views = views - 1`.execute(db)
})

test('a look reads the parts of yesterday to tomorrow, and no other, already when it is planned [T1583]', async () => {
  const { id } = await someDrive(db)
  const asked: { text: string; values?: unknown[] }[] = []
  const spied = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await trackView(db, id, look('one who comes'))
    for (const [query, given] of spied.mock.calls as unknown as [
      string | { text: string; values?: unknown[] },
      unknown[]?,
    ][]) {
      const { text, values = given } = typeof query === 'string' ? { text: query } : query
      if (text?.includes('from fund_drive_views v')) asked.push({ text, values: values ?? [] })
    }
  } finally {
    spied.mockRestore()
  }
  expect(asked.length).toBeGreaterThan(1)
  for (const { text, values } of asked) {
    const { rows } = await thePool().query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const read = new Set([...plan.matchAll(/ on (fund_drive_views_\w+)/g)].map(([, name]) => name))
    // Two months at the turn of a month. Of these the executor may leave out the older one; of all parts, it would leave out more.
    const removed = [...plan.matchAll(/Subplans Removed: (\d+)/g)].map(([, count]) => Number(count))
    expect([read.size > 0, read.size <= 2, Math.max(0, ...removed) <= 1, plan]).toEqual([true, true, true, plan])
  }
})

test('the product reads and writes parts through the whole alone, and drops none that is young [T1584]', async () => {
  const product = await testDatabase()
  for (const part of ['fund_drive_views_first', 'audit_log_first', 'audit_log_other'])
    await expect(sql`delete from ${sql.table(part)}`.execute(product)).rejects.toThrow('permission denied')
  await expect(
    sql`insert into view_months values (gen_random_uuid(), null, '2026-01-01', 1)`.execute(product),
  ).rejects.toThrow('permission denied')
  const { id } = await someDrive(product)
  await seen(id, 2, '1 second')
  await sql`select drop_old_parts(0), forget_views(0, 100)`.execute(product)
  expect(await countViews(product, id)).toBe(2)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from fund_drive_views where fund_drive_id = ${id}`.execute(product)
  expect(rows[0]!.n).toBe(2)
})

test('time that passes moves views and lines to the parts of before [T1585]', async () => {
  const moved = await testDatabase({ asOwner: true })
  const { id } = await someDrive(moved)
  await seen(id, 4, '1 second')
  await sql`insert into audit_log (act, noun) values ('views given', 'drive')`.execute(moved)
  await timePasses('400 days')
  expect(await rowsIn('fund_drive_views_first')).toBe(4)
  expect(await brokenInvariants(moved)).toEqual([])
  expect(await sweepViews(moved)).toBe(4)
  expect([await countViews(moved, id), await unbalancedViews(moved), await brokenInvariants(moved)]).toEqual([4, 0, []])
})

test('parts are made while others hold the locks that have a number, such as the relay for its whole life [T1658]', async () => {
  const numbers = globSync('app/platform/**/*.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/ock = (4_201_\d{3})/g)].map(([, number]) => number!.replaceAll('_', '')),
  )
  expect(numbers.length).toBeGreaterThan(3)
  const session = await thePool().connect()
  for (const number of numbers) await session.query(`select pg_advisory_lock(${number})`)
  await keepParts(db)
  session.release(true)
})
