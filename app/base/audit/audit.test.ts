import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows } from '#test/rows.ts'
import { record, recordAccess } from './audit.server.ts'

const db = await testDatabase()
const by = await newAdmin()
const lines = () => allRows('audit_log')

test('what is done is written down with it, and not without it', async () => {
  const line = { by, act: 'exported', noun: 'donation' } as const
  await db.transaction().execute((tx) => record(tx, { ...line, subject: 7, why: 'audit' }))
  const undone = db.transaction().execute(async (tx) => {
    await record(tx, { ...line, subject: 8 })
    throw new Error('not done after all')
  })
  await expect(undone).rejects.toThrow('not done after all')
  expect(await lines()).toMatchObject([{ subject: '7', why: 'audit', address: '41.90.4.0' }])
})

test('nothing that was written down is changed or taken away again', async () => {
  await expect(sql`update audit_log set why = 'other'`.execute(db)).rejects.toThrow(/permission denied/)
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/permission denied/)
})

test('a page that loads itself again is the same access; another question is another', async () => {
  const before = (await lines()).length
  for (let nr = 0; nr < 3; nr++) await recordAccess(db, { by, noun: 'donation', found: { search: 'amina' } })
  expect((await lines()).length).toBe(before + 1)
  await recordAccess(db, { by, noun: 'donation', found: { search: 'otieno' } })
  await recordAccess(db, { by, noun: 'donation', subject: 'x', found: { search: 'otieno' } })
  expect((await lines()).length).toBe(before + 3)
})
