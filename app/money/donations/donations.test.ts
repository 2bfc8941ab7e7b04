import { expect, test } from 'vitest'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { donationsSeen, newestDonations, publicDonations } from './donations.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

const refundGift = (reference: string, amount: number) =>
  refundSettled(db, reference, { extId: crypto.randomUUID(), amount, state: 'processed' })

test('the page begins with what goes out with each change, and goes on where a part ends', async () => {
  const { id } = await someDrive(db)
  for (const amount of Array.from({ length: 23 }, (_, at) => (at + 1) * 100)) await gift(db, id, amount)
  const { seen, newest } = await donationsSeen(db, id, null)
  expect(newest).toEqual(await newestDonations(db, id))
  expect(newest.donations.map(({ amount }) => amount)).toEqual([2300, 2200, 2100, 2000, 1900])
  expect(seen.donations).toHaveLength(20)
  const further = await donationsSeen(db, id, String(seen.next))
  expect(further.seen.donations.map(({ amount }) => amount)).toEqual([300, 200, 100])
  expect(further.newest).toEqual(newest)
  for (const odd of ['0', '-1', 'x', '1;drop', '9'.repeat(30)])
    expect((await donationsSeen(db, id, odd)).seen).toMatchObject({ cursor: null, donations: { length: 20 } })
})

test('what was refunded leaves the public list; of a part only the rest is shown', async () => {
  const { id } = await someDrive(db)
  const [whole, part] = [await gift(db, id, 50_000), await gift(db, id, 30_000)]
  await refundGift(whole.reference, 50_000)
  await refundGift(part.reference, 10_000)
  expect((await publicDonations(db, id)).donations.map(({ amount }) => amount)).toEqual([20_000])
})
