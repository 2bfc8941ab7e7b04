import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepBalances, keepSums } from '#app/base/ledger/moment.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { settleIn } from '#app/platform/postgres/database.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { brokenInvariants } from './checks.ts'

const db = await testDatabase({ asOwner: true })
const url = () => thePool().options.connectionString!

/** As a dump finds it that is played back in a server whose transactions began to be counted later. */
async function move() {
  await sql`alter table ledger_transfers disable trigger ledger_transfers_append_only`.execute(db)
  await sql`update ledger_transfers set xid = ((xid::text)::bigint + 1000000000)::text::xid8`.execute(db)
  await sql`alter table ledger_transfers enable trigger ledger_transfers_append_only`.execute(db)
  const later = (snap: string) =>
    sql.raw(
      `((${snap}::text)::bigint + 1000000000)::text || ':' || ((${snap}::text)::bigint + 1000000000)::text || ':'`,
    )
  await sql`update ledger_balances set snap = (${later('pg_snapshot_xmax(snap)')})::pg_snapshot`.execute(db)
  await sql`update sum_marks set snap = (${later('pg_snapshot_xmax(snap)')})::pg_snapshot`.execute(db)
}

test('after a dump was played back in another server, what comes in is counted, once, and the books hold', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 100_000)
  await keepBalances(db, 1)
  await keepSums(db, { atLeast: 1 })
  await move()
  await gift(db, drive.id, 50_000)
  // Seen without it: the new gift is in no balance.
  expect(await balanceOf(db, 'platform_revenue')).toBe(5000)
  expect((await brokenInvariants(db)).length).toBeGreaterThan(0)
  await settleIn(url())
  expect(await balanceOf(db, 'platform_revenue')).toBe(7500)
  expect(await brokenInvariants(db)).toEqual([])
  await gift(db, drive.id, 20_000)
  await keepBalances(db, 1)
  await keepSums(db, { atLeast: 1 })
  await gift(db, drive.id, 20_000)
  expect(await balanceOf(db, 'platform_revenue')).toBe(9500)
  expect(await brokenInvariants(db)).toEqual([])
  // And postings are guarded as before.
  await expect(sql`update ledger_transfers set amount = 1`.execute(db)).rejects.toThrow()
})

test('where nothing was moved, nothing is touched', async () => {
  await keepBalances(db, 1)
  const kept = () => db.selectFrom('ledger_balances').selectAll().orderBy('account_id').execute()
  const before = await kept()
  await settleIn(url())
  expect(await kept()).toEqual(before)
  expect(before.length).toBeGreaterThan(0)
})
