import { expect, test } from 'vitest'
import { openPool, thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { writeProbe } from './pools.server.ts'

await testDatabase()

test('what tries whether a database takes writes needs room on its disk, and leaves one row', async () => {
  const pool = openPool(thePool().options.connectionString!, 1)
  try {
    for (let times = 0; times < 3; times++) await pool.query(writeProbe)
    const { rows } = await pool.query(`select count(*)::int as n from rate_limits where name = 'written'`)
    expect(rows).toEqual([{ n: 1 }])
    const plan = await pool.query(`begin; set local work_mem = '64kB'; explain (analyze, format json)
      ${writeProbe.split(';\n').at(-1)}; rollback`)
    const explained = JSON.stringify((plan as unknown as { rows: unknown[] }[]).map(({ rows }) => rows))
    expect(explained).toContain('external')
    expect(explained).toContain('"Sort Space Type":"Disk"')
  } finally {
    await pool.end()
  }
})

test('a database that is read only is not written to', async () => {
  const pool = openPool(thePool().options.connectionString!, 1)
  try {
    await pool.query('set default_transaction_read_only = on')
    await expect(pool.query(writeProbe)).rejects.toMatchObject({ code: '25006' })
    await pool.query('set default_transaction_read_only = off')
    await pool.query(writeProbe)
  } finally {
    await pool.end()
  }
})
