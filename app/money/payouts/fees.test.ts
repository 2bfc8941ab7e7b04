import { describe, expect, test } from 'vitest'
import { feeOf, mostChargeBps } from '#app/base/ledger/ledger.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive, gift } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { outcomeOf, partToSend } from './outcome.ts'

// Money of drives with different fees.

leavesSomethingBehind()

const db = await testDatabase()
booksMustHold(() => db)
const by = (await somePerson(db, { admin: true })).id

async function feeIs(bps: number): Promise<void> {
  await db.insertInto('fee_rates').values({ bps, by, reason: 'a test' }).execute()
  await readChoices(db)
}
const revenue = () => balanceOf(db, 'platform_revenue')

test('gifts and withdrawals of a drive keep its fee, before and after a change [T1047]', async () => {
  await feeIs(500)
  const old = await fundedDrive(db, [100_000], 'bank')
  await feeIs(275)
  const young = await fundedDrive(db, [100_000], 'bank')
  await gift(db, old.id, 100_000)
  await gift(db, young.id, 100_000)
  const bps = async (id: string) => (await allRows('donations', { fund_drive_id: id })).map((one) => one.fee_bps)
  expect([await bps(old.id), await bps(young.id)]).toEqual([
    [500, 500],
    [275, 275],
  ])
  expect(await old.ask(100_000)).toMatchObject({ fee: 5000, net: 95_000 })
  expect(await young.ask(100_000)).toMatchObject({ fee: 2750, net: 97_250 })
  await feeIs(1500)
  expect(await old.ask(100_000)).toMatchObject({ fee: 5000, net: 95_000 })
  expect(await young.ask(100_000)).toMatchObject({ fee: 2750, net: 97_250 })
  for (const { id } of [old, young]) expect(await balanceOf(db, { drive: id })).toBe(0)
})

describe.each([0, 1, 275, 333, 500, 1500])('a drive with a fee of %i hundredths of a percent', (bps) => {
  test('withholds its share of each withdrawal, half a cent rounded up, and pays out the rest [T1048]', async () => {
    await feeIs(bps)
    const { id, ask } = await fundedDrive(db, [100_033, 250_050, 77_777, 100_001], 'bank')
    const before = await revenue()
    for (const amount of [10_001, 33_333, 100_050]) {
      const { fee, net } = await ask(amount)
      expect([fee, net]).toEqual([feeOf(amount, bps), amount - feeOf(amount, bps)])
    }
    await ask((await fundsOf(db, id)).mayAsk)
    const gifts = await allRows('donations', { fund_drive_id: id })
    expect(gifts.map(({ platform_fee }) => platform_fee)).toEqual(gifts.map(({ amount }) => feeOf(amount, bps)))
    const shares = gifts.reduce((sum, { amount }) => sum + amount - feeOf(amount, bps), 0)
    const sent = (await allRows('payout_requests', { fund_drive_id: id })).reduce((sum, { net }) => sum + net, 0)
    expect([sent, await balanceOf(db, { drive: id }), await revenue()]).toEqual([shares, 0, before])
  })

  test('sends whole shillings to a phone, and splits what is too much into parts of whole shillings [T1049]', async () => {
    const money = { available: 93_706_750, payable: 93_706_750 - feeOf(93_706_750, bps), feeBps: bps }
    for (const amount of [20_001, 33_333, 100_050, 777_777]) {
      const part = partToSend(amount, 'mobile_money', money)
      expect([part.net % 100, part.fee + part.net]).toEqual([0, part.amount])
      expect(part.fee - feeOf(part.amount, bps)).toBe(0)
    }
    const limits = { mobile_money: { minCents: 1000, maxCents: 25_000_000 } }
    const outcome = outcomeOf(80_000_000, 'mobile_money', { ...money, mayAsk: money.available, limits })!
    expect(outcome.parts.length).toBeGreaterThan(2)
    for (const { amount, fee, net } of outcome.parts) {
      expect([net % 100, fee - feeOf(amount, bps)]).toEqual([0, 0])
      expect(net).toBeLessThanOrEqual(25_000_000)
    }
    expect(outcome.unsent).toBeLessThan(200)
  })
})

test('2.75 % of KES 100.18 is 275.495 cents: half up, 275; of 100.20 it is 276 [T1050]', () => {
  expect([feeOf(10_018, 275), feeOf(10_020, 275), feeOf(10_000, 275), feeOf(2, 2500)]).toEqual([275, 276, 275, 1])
})

test('a refund gives back the share by the fee of its drive, whatever the fee is now [T1051]', async () => {
  await feeIs(275)
  const { id } = await someDrive(db)
  const { reference } = await gift(db, id, 100_018)
  await feeIs(1500)
  const before = await revenue()
  const back = { extId: 'r1', amount: 50_009, state: 'processed' } as const
  expect(await refundSettled(db, reference, back)).toBe('done')
  expect(before - (await revenue())).toBe(feeOf(50_009, 275))
})

test('a charge of M-Pesa is too high above the fee, and never below 5 % [T1052]', () => {
  expect([0, 275, 500, 1500].map(mostChargeBps)).toEqual([500, 500, 500, 1500])
})
