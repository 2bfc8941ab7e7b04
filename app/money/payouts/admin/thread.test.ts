import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { completeByHand, writeOffDebt } from '#app/money/payouts/decide.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive, gift } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { giftsOf, paidOutOf } from './payout.server.ts'

const db = await testDatabase()
scriptedProvider()
const by = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

const lost = (reference: string, amount: number) =>
  disputeResolved(db, reference, { extId: randomUUID(), amount, resolution: 'merchant-accepted' })

test('what came first goes out first: each gift says with which payout, each payout with which gifts', async () => {
  const { id, given, ask } = await fundedDrive(db, [50_000, 30_000, 40_000], 'bank')
  const first = await ask(60_000)
  await completeByHand(db, first.id, { by })
  const second = await ask(30_000)
  const outOf = async (nr: number) => (await paidOutOf(db, id, given[nr]!.id))!
  expect(await outOf(0)).toMatchObject({
    worth: 50_000,
    stays: 0,
    parts: [{ id: first.id, status: 'completed', at: expect.any(Date), part: 50_000 }],
  })
  expect(await outOf(1)).toMatchObject({
    stays: 0,
    parts: [
      { id: first.id, part: 10_000 },
      { id: second.id, status: 'processing', at: null, part: 20_000 },
    ],
  })
  expect(await outOf(2)).toMatchObject({ stays: 30_000, parts: [{ id: second.id, part: 10_000 }] })
  expect(await giftsOf(db, id, first.id)).toMatchObject({
    count: 2,
    gifts: [
      { payment: given[0]!.id, worth: 50_000, part: 50_000 },
      { payment: given[1]!.id, worth: 30_000, part: 10_000 },
    ],
  })
})

test('what is still with the drive adds up to what is available, through refunds and a loss', async () => {
  const { id, given, ask } = await fundedDrive(db, [50_000, 40_000], 'bank')
  await completeByHand(db, (await ask(60_000)).id, { by })
  const stays = async () => {
    const all = await allRows('donations', { fund_drive_id: id })
    const each = await Promise.all(all.map((one) => paidOutOf(db, id, one.payment_id)))
    return each.reduce((sum, one) => sum + one!.stays, 0)
  }
  expect(await stays()).toBe((await balanceNow(db, id)).available)
  await lost(given[1]!.reference, 40_000)
  expect([await stays(), (await balanceNow(db, id)).debt]).toEqual([0, 10_000])
  expect((await paidOutOf(db, id, given[1]!.id))!).toMatchObject({ worth: 0, parts: [], stays: 0 })
  await writeOffDebt(db, id, { by, note: 'Unreachable' })
  await gift(db, id, 20_000)
  expect([await stays(), (await balanceNow(db, id)).available]).toEqual([20_000, 20_000])
})
