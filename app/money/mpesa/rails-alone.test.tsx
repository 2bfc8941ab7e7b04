import { expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { GiveForm } from '#app/money/payments/give-form.tsx'
import { beginGift, givingTo } from '#app/money/payments/giving.server.ts'
import { checkTransfers } from '#app/money/payouts/send.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { drawn } from '#test/drawn.tsx'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { statusOf } from '#test/money-now.ts'
import { ended, type Rail, railOfEachTest, receiptOf } from '#test/pretend-rail.ts'
import { someRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { payOf } from './pay.server.ts'
import { PayPage } from './pay-page.tsx'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// M26: either rail is down alone. The other one goes on and is offered, nothing counts as failed, and what was down opens by
// itself: the clock asks it.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

const refused: Failure & { isOfAll: true } = {
  is: 'failure',
  class: 'config',
  message: 'wrong credentials',
  isOfAll: true,
}
const amina = { name: 'Amina Yusuf', email: 'amina@example.test', message: '', anonymous: false }
const byCard = (driveId: string) =>
  beginGift(
    db,
    driveId,
    { ...amina, amount: kes(500) },
    { language: 'en', origin: 'http://harambee.test', cancelPath: '/', key: undefined },
  )
const byPhone = async (driveId: string) => {
  const { reference } = await giveByPhone(db, { driveId })
  return { reference, one: rail.sent.at(-1)! }
}
const givenTo = async (driveId: string) =>
  (await someRows('donations', { fund_drive_id: driveId }, 'amount')).map(({ amount }) => amount)
/** What the giver sees who waits for their phone. */
async function payPage(slug: string, reference: string): Promise<string> {
  const { phone, instead } = await payOf(db, reference, null)
  const asking = { late: false, until: undefined }
  return drawn(
    <PayPage
      {...{ reference, slug, asking, instead }}
      phone={phone!}
      amount={kes(500)}
      title={null}
      pledge={null}
      pretendPhone={null}
    />,
  )
}

test('cards alone are down: who pays by phone notices nothing, and cards open by themselves [T596]', async () => {
  const { id } = await someDrive(db)
  let isDown = true
  scriptedProvider({
    initialize: async ({ reference }) => (isDown ? refused : { is: 'opened', url: `https://pay.example/${reference}` }),
    balance: async () => (isDown ? refused : { is: 'balance', cents: 0 }),
  })
  const { reference, one } = await byPhone(id)
  await expect(byCard(id)).rejects.toThrow()
  expect((await givingTo(db, id))!.by).toBe('phone')
  const other = await byPhone(id)
  rail.asked = (asked) => (asked === one.id ? ended('paid', '0') : ended('open'))
  await timePasses('10 seconds')
  await queryDueRequests(db)
  expect(await statusOf(reference)).toBe('succeeded')
  rail.listed = [receiptOf(one), receiptOf(other.one)]
  await listReceipts(db)
  expect(await givenTo(id)).toEqual([kes(500), kes(500)])

  await checkTransfers(db)
  await expect(byCard(id)).rejects.toThrow()
  isDown = false
  await checkTransfers(db)
  expect((await byCard(id)).url).toMatch(/^https:\/\/pay\.example/)
})

test('phones alone are stopped: the form and the page that waits offer card and bank, and phones open by themselves [T595]', async () => {
  const { id, slug } = await someDrive(db)
  scriptedProvider()
  const { reference, one } = await byPhone(id)
  rail.pushing = async () => refused as Awaited<ReturnType<Rail['pushing']>>
  await expect(byPhone(id)).rejects.toThrow('M-Pesa is not available right now')

  const giving = (await givingTo(db, id))!
  expect(giving).toMatchObject({ byPhone: null, by: 'page' })
  const form = drawn(<GiveForm {...{ slug, giving }} />)
  expect(form).toContain('name="email"')
  expect(form).not.toContain('name="phone"')
  expect((await byCard(id)).url).toMatch(/^https:\/\/pay\.example/)
  expect((await payOf(db, reference, null)).result.is).toBe('waiting')
  const page = await payPage(slug, reference)
  expect(page).toContain(`/fundraiser/${slug}/donate?by=page`)
  expect(page).not.toContain('Send it again')
  rail.listed = [receiptOf(one)]
  expect(await listReceipts(db)).toBe(0)
  expect(await statusOf(reference)).toBe('pending')

  rail.pushing = async ({ id: checkout }) => ({ is: 'sent', id: checkout })
  rail.asked = () => 'no answer'
  await checkTransfers(db)
  expect((await givingTo(db, id))!.byPhone).toBeNull()
  rail.asked = () => ended('open')
  await checkTransfers(db)
  expect((await givingTo(db, id))!.by).toBe('phone')
  expect(await payPage(slug, reference)).toContain('Send it again')
  await listReceipts(db)
  expect(await statusOf(reference)).toBe('succeeded')
  expect(await givenTo(id)).toEqual([kes(500)])
})
