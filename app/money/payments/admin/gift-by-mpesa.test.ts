import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, giftByPhone } from '#test/money.ts'
import { paidByHand } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow } from '#test/rows.ts'
import { giftsList } from './gifts-list.server.ts'
import { storyOf } from './story.server.ts'
import { stepsOfStory } from './story.ts'

// A giver asks about their gift by what M-Pesa told them: its code, or the account of the request.

const db = await testDatabase()
booksMustHold(() => db)
const rail = railOfEachTest()

const found = async (search: string) =>
  (await giftsList.page(db, giftsList.asked(new URLSearchParams({ search })))).rows.map(({ id }) => id)
const codeOf = (id: number) =>
  db.selectFrom('mpesa_receipts').where('payment_id', '=', id).select(['receipt', 'account']).executeTakeFirstOrThrow()
const says = async (id: number) => {
  const words = wordsIn('en')
  return stepsOfStory((await storyOf(db, id))!).flatMap((step) => (step.says ?? []).map((one) => words._(one)))
}

test('M-Pesa’s code finds the gift, and so does the account that the payer saw', async () => {
  const drive = await someDrive(db)
  const one = await giftByPhone(db, drive.id, 50_000, '+254712345601')
  const other = await giftByPhone(db, drive.id, 50_000, '+254712345602')
  const { receipt, account } = await codeOf(one.id)
  expect(await found(receipt)).toEqual([one.id])
  expect(await found(receipt.toLowerCase())).toEqual([one.id])
  expect(await found(account)).toEqual([one.id])
  expect(await found((await codeOf(other.id)).receipt)).toEqual([other.id])
  expect(await found('SKZ0000000')).toEqual([])
})

test('its page says the code, the end of the number, and that a request was sent to it', async () => {
  const { id } = await giftByPhone(db, (await someDrive(db)).id, 50_000, '+254712345603')
  expect(await storyOf(db, id)).toMatchObject({ code: (await codeOf(id)).receipt, phone: '0712 … 603' })
  const told = await says(id)
  expect(told).toContain('A request was sent to the donor’s phone.')
  expect(told).not.toContain('It was opened at the provider, and the donor was sent there.')
})

test('of a payment from the menu of a phone nobody reads that a form was sent', async () => {
  const drive = await someDrive(db)
  const { code } = await oneRow('drive_codes', { fund_drive_id: drive.id })
  const { receipt } = await paidByHand(db, rail, code)
  const [id] = await found(receipt)
  expect(await storyOf(db, id!)).toMatchObject({ code: receipt, begunBy: 'menu' })
  expect(await says(id!)).toContain('From the menu of the donor’s phone, without a request of ours.')
})
