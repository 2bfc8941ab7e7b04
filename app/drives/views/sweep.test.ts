import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'
import { unbalancedViews } from '#test/views-bought.ts'
import { creditsOf } from './credits.server.ts'
import { sweepViews } from './sweep.server.ts'
import { countViews } from './view.server.ts'
import { viewsList } from './views-list.server.ts'

const db = await testDatabase()

/** Gives a drive so many views of an age, half of which cost a credit. */
async function seen(driveId: string, many: number, age: string) {
  await sql`
    with s as (
      update subscriptions set views = views + ${many / 2}::int, used_views = used_views + ${many / 2}::int
      where fund_drive_id = ${driveId} returning id)
    insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, viewed_at)
    select ${driveId}, case when nr % 2 = 0 then s.id end, ${age} || nr, 'mobile', now() - ${age}::interval
    from s, generate_series(1, ${many}) nr`.execute(db)
}

test('views older than 13 months are deleted in batches; counts, credits and the sums of days stay right [T1082]', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  await seen(one.id, 12, '14 months')
  await seen(other.id, 4, '3 years')
  await seen(one.id, 6, '12 months')
  await seen(other.id, 2, '1 hour')
  const before = [await countViews(db, one.id), await countViews(db, other.id), await creditsOf(db, one.id)]
  expect(before.slice(0, 2)).toEqual([18, 6])
  expect(await sweepViews(db, 5)).toBe(16)
  expect(await sweepViews(db, 5)).toBe(0)
  expect([await countViews(db, one.id), await countViews(db, other.id), await creditsOf(db, one.id)]).toEqual(before)
  expect((await rowsOf(viewsList, db, one.id)).length).toBe(6)
  expect(
    await query`select sum(views)::int as n from view_sums where fund_drive_id = ${one.id} and what = 'hour'`,
  ).toEqual([{ n: 18 }])
  expect([await unbalancedViews(db), await brokenInvariants(db)]).toEqual([0, []])
  await seen(one.id, 2, '14 months')
  expect([await sweepViews(db), await countViews(db, one.id), await unbalancedViews(db)]).toEqual([2, 20, 0])
})

test('credits that go take their count along, and that of free views stays', async () => {
  const { id } = await someDrive(db)
  await seen(id, 4, '14 months')
  await sweepViews(db)
  await sql`delete from subscriptions where fund_drive_id = ${id}`.execute(db)
  expect(await query`select views::int from view_months where fund_drive_id = ${id}`).toEqual([{ views: 2 }])
})
