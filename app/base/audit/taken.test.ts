import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { allRows } from '#test/rows.ts'
import { discreet, record, recordAccess } from './audit.server.ts'
import { bounds } from './taken.server.ts'

const db = await testDatabase()
let by: { id: string; address: string }
beforeEach(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
})

const exports = async (times: number, from = 0) => {
  for (let nr = from; nr < from + times; nr++)
    await recordAccess(db, { by, act: 'exported', noun: 'donation', found: { page: nr } })
}
const alarms = () => allRows('audit_log', { by: by.id, act: 'much taken' })
const mails = async () => {
  const { rows } = await sql`select payload as carries from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail-much-taken'
      and payload->>'userId' = ${by.id}`.execute(db)
  return rows
}
/** How many lines the log has of their files. */
const written = async () => (await allRows('audit_log', { by: by.id, act: 'exported' })).length

test('an administrator exports sixty files an hour; the next one is refused, and leaves no line', async () => {
  await exports(bounds.exported.most)
  await expect(exports(1, 100)).rejects.toMatchObject({ status: 429 })
  expect(await written()).toBe(bounds.exported.most)
})

test('from the twentieth on every administrator is told, once an hour', async () => {
  await exports(bounds.exported.told - 1)
  expect([await alarms(), await mails()]).toEqual([[], []])
  await exports(3, 50)
  expect((await alarms()).map(({ after }) => after)).toEqual([{ act: 'exported', times: bounds.exported.told }])
  expect(await mails()).toEqual([{ carries: { userId: by.id } }])
})

test('the same file taken again and again counts each time, and each time is written down', async () => {
  const again = () => recordAccess(db, { by, act: 'exported', noun: 'donation', found: { state: 'paid' } })
  for (let nr = 0; nr < bounds.exported.told; nr++) await again()
  expect((await alarms()).map(({ after }) => after)).toEqual([{ act: 'exported', times: bounds.exported.told }])
  expect(await written()).toBe(bounds.exported.told)
})

test('what was revealed counts by itself, in the transaction that reveals', async () => {
  await exports(bounds.exported.told - 1)
  await db.transaction().execute((tx) => record(tx, { by, act: 'revealed', noun: 'method', subject: 'm' }))
  expect(await alarms()).toEqual([])
})

test('pages that are looked at are not bounded, and the command line is not', async () => {
  for (let nr = 0; nr < 70; nr++) await recordAccess(db, { by, noun: 'donation', found: { page: nr } })
  await db.transaction().execute((tx) => record(tx, { by: null, act: 'exported', noun: 'donation', subject: '' }))
  expect(await alarms()).toEqual([])
})

test.each([
  ['amina@example.org', 'a…@example.org'],
  ['from amina.y+x@example.org to', 'from a…@example.org to'],
  ['0712 345 678', '…678'],
  ['+254712345678', '…678'],
  ['Amina', 'Amina'],
  ['2026-03-02', '2026-03-02'],
  ['hb_4f1d-1234567890', 'hb_4f1d-1234567890'],
  ['7f1d2c3b-1234-4321-8888-123456789012', '7f1d2c3b-1234-4321-8888-123456789012'],
])('%s is kept as %s where a person searched for it', (typed, kept) => {
  expect(discreet({ search: typed, page: 2 })).toEqual({ search: kept, page: 2 })
})
