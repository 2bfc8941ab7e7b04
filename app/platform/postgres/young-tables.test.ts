import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted } from '#test/money.ts'
import { analyzeYoung } from './queries.server.ts'

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)
// Postgres itself must not come first.
for (const table of ['payments', 'donations', 'mpesa_receipts'])
  await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)

/** Each connection tells what it changed when it finds the time: all of them are asked to tell it now. */
async function told() {
  const pool = thePool()
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    for (const one of all) await one.query('select pg_stat_force_next_flush()')
    for (const one of all) await one.query('select 1')
  } finally {
    for (const one of all) one.release()
  }
}
const rowsKnown = async (table: string) => {
  const known = sql<{ many: number }>`select reltuples::int as many from pg_class where oid = to_regclass(${table})`
  return (await known.execute(db)).rows[0]!.many
}
const looksAgain = async () => {
  const { rows } = await sql<{ wait: number }>`select extract(epoch from run_at - now())::float8 as wait
    from graphile_worker.jobs where key = 'analyze-young:clock'`.execute(db)
  return rows.map(({ wait }) => wait)
}
/** Gifts, of which every connection has told. */
async function given(times: number) {
  const { id } = await someDrive(db)
  for (let nr = 0; nr < times; nr++) await gift(db, id, 10_000)
  await told()
}
/** As the role that serves visitors, which owns no table. */
const asProduct = () =>
  db.transaction().execute(async (tx) => {
    await sql`set local role harambee_app`.execute(tx)
    return analyzeYoung(tx)
  })

test('a young table is counted once it has changed, by a role that does not own it, and no second time', async () => {
  await analyzeYoung(db)
  await given(60)
  await sql`insert into mpesa_receipts (receipt, amount, account, heard_by)
    select 'TKY' || lpad(nr::text, 7, '0'), 10000, 'NOBODY', 'confirmation' from generate_series(1, 60) nr`.execute(db)
  await told()
  expect(await asProduct()).toBeGreaterThanOrEqual(3)
  for (const table of ['mpesa_receipts', 'payments', 'donations'])
    expect([table, await rowsKnown(table)]).toEqual([table, 60])
  await told()
  await analyzeYoung(db)
  expect(await analyzeYoung(db)).toBe(0)
})

test('several processes ask at once and none waits or fails', async () => {
  await given(130)
  expect(granted(await atOnce(8, () => analyzeYoung(db)))).toHaveLength(8)
  expect(await rowsKnown('payments')).toBe(190)
})

test('while there are few payments it is looked at again soon, by one job; later by the clock alone', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await atOnce(4, () => analyzeYoung(db))
  const [wait, ...more] = await looksAgain()
  expect(more).toEqual([])
  expect(wait).toBeGreaterThan(5)
  expect(wait).toBeLessThanOrEqual(10.5)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await sql`update pg_class set reltuples = 10000 where oid = 'payments'::regclass`.execute(db)
  await given(60)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await analyzeYoung(db)
  expect(await looksAgain()).toEqual([])
  expect(await rowsKnown('payments')).toBe(10_000)
})
