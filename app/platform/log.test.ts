import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { bare } from './log.server.ts'

test('what Postgres says of a row it refused stays out of the log', async () => {
  const db = await testDatabase({ asOwner: true })
  await sql`create table guests (mail text unique, age int)`.execute(db)
  const add = () => sql`insert into guests values ('wanjiku@example.org', 30)`.execute(db)
  await add()
  const twice = await add().catch((error) => error)
  expect(twice.detail).toContain('wanjiku')
  const noNumber = await sql`select ${'0712 345678'}::text::int`.execute(db).catch((error) => error)
  expect(noNumber.message).toContain('0712')
  const lines = [bare(twice), bare(noNumber)].map((one) => JSON.stringify(one))
  for (const line of lines) expect(line).not.toMatch(/wanjiku|0712/)
  expect(lines[0]).toContain('guests_mail_key')
  expect(lines[1]).toContain('22P02')
})

test('our own Postgres writes down nothing of statements that fail, so its last words hold nothing of people', async () => {
  const db = await testDatabase({ asOwner: true })
  const shown = await sql`select name, setting from pg_settings where name like 'log_min_%s%' order by name`.execute(db)
  expect(shown.rows).toEqual(
    expect.arrayContaining([
      { name: 'log_min_error_statement', setting: 'panic' },
      { name: 'log_min_messages', setting: 'log' },
    ]),
  )
})
