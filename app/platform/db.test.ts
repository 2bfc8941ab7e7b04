import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { inOneGo, isOutdated, openPool, thePool, unwaitedCommit } from './db.server.ts'

const db = await testDatabase({ asOwner: true })

/** A table that a newer version widens between two questions on each connection. */
async function widened(name: string, ask: (text: string) => Promise<{ rows: unknown[] }>) {
  await sql.raw(`create table ${name} (a int); insert into ${name} values (1)`).execute(db)
  const text = `select * from ${name} where a = $1`
  for (let time = 0; time < 20; time++) expect((await ask(text)).rows).toEqual([{ a: 1 }])
  await sql.raw(`alter table ${name} add column b int`).execute(db)
  return text
}

test('a statement whose table was changed meanwhile is planned again, on every connection, and nobody notices', async () => {
  const ask = (text: string) => thePool().query(text, [1])
  const text = await widened('widened', ask)
  const all = await Promise.all(Array.from({ length: 30 }, () => ask(text)))
  expect(new Set(all.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set([JSON.stringify([{ a: 1, b: null }])]))
})

test('a transaction in which it stands is done again as a whole', async () => {
  const pool = openPool((thePool().options as { connectionString: string }).connectionString, 1)
  const text = await widened('widened_too', (text) => pool.query(text, [1]))
  const client = await pool.connect()
  await client.query('begin')
  const failed = await client.query(text, [1]).catch((error: Error) => error)
  expect(isOutdated(failed)).toBe(true)
  await client.query('rollback')
  expect((await client.query(text, [1])).rows).toEqual([{ a: 1, b: null }])
  client.release()
  await pool.end()
  let tries = 0
  const done = await inOneGo(db, async () => {
    if (++tries === 1) throw failed
    return 'done'
  })
  expect([done, tries]).toEqual(['done', 2])
})

test('a statement that does not wait for the disk makes no later one do so', async () => {
  const pool = openPool((thePool().options as { connectionString: string }).connectionString, 1)
  const is = `current_setting('synchronous_commit') as is`
  // Test databases have it off for everything.
  await pool.query('set synchronous_commit = on')
  const { sql: condition } = unwaitedCommit.compile(db)
  const [inside, after] = [await pool.query(`select ${is} where ${condition}`), await pool.query(`select ${is}`)]
  expect([inside.rows, after.rows]).toEqual([[{ is: 'off' }], [{ is: 'on' }]])
  await pool.end()
})
