import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { builtOnce } from './queries.server.ts'

const db = await testDatabase()
const slugsOf = (db: Db, { id, status }: { id: string; status: 'active' | 'paused' }) =>
  db
    .selectFrom('fund_drives')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('goal_amount', '>', 0)
    .select('slug')

test('it is built once and asked with the values of each time, also where one is null', async () => {
  const build = vi.fn(slugsOf)
  const ask = builtOnce(build)
  const [one, other] = [await someDrive(db), await someDrive(db)]
  expect(await ask(db, { id: one.id, status: 'active' })).toEqual([{ slug: one.slug }])
  expect(await ask(db, { id: other.id, status: 'active' })).toEqual([{ slug: other.slug }])
  expect(await ask(db, { id: other.id, status: 'paused' })).toEqual([])
  expect(await ask(db, { id: null as unknown as string, status: 'active' })).toEqual([])
  expect(build).toHaveBeenCalledTimes(1)
})

test('many at once, each with values of their own, get what is theirs', async () => {
  const ask = builtOnce(slugsOf)
  const drives = await Promise.all(Array.from({ length: 20 }, () => someDrive(db)))
  const found = await Promise.all(drives.map(({ id }) => ask(db, { id, status: 'active' })))
  expect(found).toEqual(drives.map(({ slug }) => [{ slug }]))
})

test('in a transaction it sees what the transaction wrote', async () => {
  const ask = builtOnce(slugsOf)
  const { id } = await someDrive(db)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', id).execute()
    expect(await ask(tx, { id, status: 'paused' })).toHaveLength(1)
    expect(await ask(db, { id, status: 'paused' })).toHaveLength(0)
  })
})

test('written as SQL it is the same: money, counts, days and what is hostile come as they are', async () => {
  type Values = { cents: number; at: Date; text: string }
  const ask = builtOnce(
    (_, { cents, at, text }: Values) =>
      sql<Values>`select ${cents}::bigint as cents, ${at}::timestamptz as at, ${text}::text as text`,
  )
  for (const text of ['', "'; drop table users --", '$1', '\\'])
    for (const cents of [0, -1, 2 ** 53 - 1]) {
      const values = { cents, at: new Date('2026-02-28T23:59:59.999Z'), text }
      expect(await ask(db, values)).toEqual([values])
    }
})

test('a query that looks at a value while it is built is refused, and not kept for another', async () => {
  const ask = builtOnce((db: Db, { id }: { id: string }) => slugsOf(db, { id: `${id}`, status: 'active' }))
  await expect(ask(db, { id: 'x' })).rejects.toThrow('before "id" is known')
})
