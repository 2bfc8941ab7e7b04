import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { bare } from './log.server.ts'

test('what Postgres says of a row it refused stays out of the log', async () => {
  const db = await testDatabase()
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
