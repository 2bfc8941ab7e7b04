import { expect, test } from 'vitest'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { giftsByDay } from './gifts-by-day.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

test('gifts are added up by the days of Nairobi, less what was refunded; a day without one is nought', async () => {
  const { id } = await someDrive(db)
  const other = await someDrive(db)
  const [whole, part] = [await gift(db, id, 50_000), await gift(db, id, 30_000)]
  await gift(db, id, 20_000)
  await gift(db, other.id, 99_900)
  const back = (reference: string, amount: number) =>
    refundSettled(db, reference, { extId: crypto.randomUUID(), amount, state: 'processed' })
  await back(whole.reference, 50_000)
  await back(part.reference, 10_000)
  const now = new Date()
  const seen = await giftsByDay(db, id, { days: 7, now })
  expect(seen).toMatchObject({ amount: 40_000, gifts: 2 })
  expect(seen.days.map(({ amount }) => amount)).toEqual([0, 0, 0, 0, 0, 0, 40_000])
  // The same gifts, seen eight days later, are of no day that is shown.
  const later = await giftsByDay(db, id, { days: 7, now: new Date(now.getTime() + 8 * 86_400_000) })
  expect(later).toMatchObject({ amount: 0, gifts: 0, days: { length: 7 } })
})
