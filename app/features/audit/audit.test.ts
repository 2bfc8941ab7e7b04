import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { record, recordLook } from './audit.server.ts'

const db = await testDatabase()
const admin = await somePerson(db, { admin: true })
const by = { id: admin.id, address: '41.90.4.0' }
const lines = () => db.selectFrom('audit_log').selectAll().orderBy('id').execute()

test('what is done is written down with it, and not without it', async () => {
  await db
    .transaction()
    .execute((tx) => record(tx, { by, act: 'exported', noun: 'donation', subject: 7, why: 'audit' }))
  await db
    .transaction()
    .execute(async (tx) => {
      await record(tx, { by, act: 'exported', noun: 'donation', subject: 8 })
      throw new Error('not done after all')
    })
    .catch(() => {})
  expect((await lines()).map(({ subject, why, address }) => [subject, why, address])).toEqual([
    ['7', 'audit', '41.90.4.0'],
  ])
})

test('nothing that was written down is changed or taken away again', async () => {
  await expect(sql`update audit_log set why = 'other'`.execute(db)).rejects.toThrow(/permission denied/)
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/permission denied/)
})

test('a page that loads itself again is the same look; another question is another', async () => {
  const before = (await lines()).length
  for (let nr = 0; nr < 3; nr++) await recordLook(db, { by, noun: 'donation', found: { search: 'amina' } })
  expect((await lines()).length).toBe(before + 1)
  await recordLook(db, { by, noun: 'donation', found: { search: 'otieno' } })
  await recordLook(db, { by, noun: 'donation', subject: 'x', found: { search: 'otieno' } })
  expect((await lines()).length).toBe(before + 3)
})
