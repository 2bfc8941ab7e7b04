import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { findDoubles } from './donation.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

test('the same gift twice within minutes is both kept and told of, once', async () => {
  const { id } = await someDrive(db)
  const twice = { donorEmail: 'two.tabs@example.test' }
  const { reference: first } = await gift(db, id, 70_000, twice)
  expect(await findDoubles(db)).toBe(0)
  const { reference } = await gift(db, id, 70_000, { donorEmail: 'Two.Tabs@example.test' })
  expect(await findDoubles(db)).toBe(1)
  const rows = await db.selectFrom('discrepancies').where('kind', '=', 'possible double').selectAll().execute()
  expect(rows).toMatchObject([{ subject: reference, facts: { first, drive: id, amount: 70_000 } }])
  expect(await findDoubles(db), 'told of once').toBe(0)
})

test('another amount, another person, or another drive is no double', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  await gift(db, one.id, 30_000, { donorEmail: 'a@example.test' })
  await gift(db, one.id, 30_001, { donorEmail: 'a@example.test' })
  await gift(db, one.id, 30_000, { donorEmail: 'b@example.test' })
  await gift(db, other.id, 30_000, { donorEmail: 'a@example.test' })
  expect(await findDoubles(db)).toBe(0)
})
