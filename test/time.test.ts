import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepSums } from '#app/base/ledger/moment.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { testDatabase } from './database.ts'
import { someGathering } from './gatherings.ts'
import { someDrive } from './make.ts'
import { booksMustHold, gift } from './money.ts'
import { timePasses } from './time.ts'

const db = await testDatabase()
booksMustHold(() => db)

/** When what was written first happened, and what is planned next, in seconds. */
const times = async () =>
  (
    await sql<
      Record<string, number>
    >`select extract(epoch from (select min(created_at) from ledger_transfers)) as ledger,
      extract(epoch from (select min(viewed_at) from fund_drive_views)) as views,
      extract(epoch from (select max(resets_at) from rate_limits)) as limits,
      extract(epoch from (select max(starts_at) from occasions)) as occasions,
      extract(epoch from (select max(run_at) from graphile_worker._private_jobs)) as jobs,
      (select min(given_on) - date '2020-01-01' from recorded_gifts) as given`.execute(db)
  ).rows[0]!

test.each([
  ['90 minutes', 5400],
  ['25 hours', 90_000],
  ['3 days', 259_200],
])('%s pass in every table, and the rules of the books hold', async (interval, seconds) => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 50_000)
  await keepSums(db, { atLeast: 1 })
  await trackView(db, drive.id, {
    visitor: interval,
    address: '41.90.64.123',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0',
  })
  await someGathering(db)
  await takeTry([{ name: 'x', key: interval, times: 1, seconds: 60 }])
  await sql`select graphile_worker.add_job('x', run_at => now() + interval '1 day')`.execute(db)
  await sql`insert into recorded_gifts (fund_drive_id, amount, method, name, given_on, recorded_by, receipt, client_key)
    values (${drive.id}, 100, 'cash', 'Amina', ${dayAt(new Date())}, ${drive.ownerId}, ${randomUUID().slice(-12).toUpperCase()}, gen_random_uuid())`.execute(
    db,
  )
  const { given, ...before } = await times()
  await timePasses(interval)
  const { given: givenThen, ...after } = await times()
  for (const [what, at] of Object.entries(before)) expect(after[what]! - at, what).toBeCloseTo(-seconds, 3)
  expect(given! - givenThen!).toBeGreaterThanOrEqual(Math.floor(seconds / 86_400))
})

test('it passes for named rows only, and not for the others', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  const times = async () =>
    new Map(
      (await db.selectFrom('fund_drives').select(['id', 'created_at']).execute()).map(({ id, created_at }) => [
        id,
        Number(created_at),
      ]),
    )
  const before = await times()
  await timePasses('25 hours', { fund_drives: { id: one.id } })
  const after = await times()
  expect([one, other].map(({ id }) => after.get(id)! - before.get(id)!)).toEqual([-90_000_000, 0])
})
