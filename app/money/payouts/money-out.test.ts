import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { balanceNow, foldWallets, fundsOf } from '#app/base/ledger/wallet.server.ts'
import { disputeOpened, disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { chance } from '#test/chance.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import {
  atOnce,
  begunGift,
  booksMustHold,
  deadlocks,
  fundedDrive,
  gift,
  granted,
  paid,
  reasonsOf,
} from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { completeByHand, decline, writeOffDebt } from './decide.server.ts'
import { addMethod, methodsOf } from './method.server.ts'
import { outcomeOf } from './outcome.ts'
import { requestPayout } from './request.server.ts'
import { beginTransfer, transferFailed, transferOpen, transferReturned, transferSucceeded } from './transfer.server.ts'

const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

/** With these gifts. */
const funded = (...gifts: number[]) => fundedTo('phone', gifts)
async function fundedTo(to: 'phone' | 'bank', gifts: number[]) {
  const drive = await fundedDrive(db, gifts, to)
  return { ...drive, balance: () => balanceNow(db, drive.id) }
}
const statusOf = async (id: number) => (await oneRow('payout_requests', { id })).status
/** How often the answer was this. */
const times = (all: PromiseSettledResult<unknown>[], answer: string) =>
  granted(all).filter((one) => one === answer).length

describe('a withdrawal', () => {
  test('sets the whole amount aside and sends it less five percent; the destination is a copy [T137]', async () => {
    const { ask, balance, id, methodId } = await funded(200_000)
    const money = { ...(await fundsOf(db, id)), limits: {} }
    const part = { amount: 100_000, fee: 5000, net: 95_000 }
    expect(outcomeOf(100_000, 'bank', money)).toEqual({ ...part, stays: 100_000, unsent: 0, parts: [part] })
    expect(outcomeOf(9_999, 'bank', money)).toBeUndefined()
    const { id: payoutId, fee, net } = await ask(100_000)
    expect([fee, net]).toEqual([5000, 95_000])
    expect(await balance()).toMatchObject({
      raised: 200_000,
      withdrawn: 100_000,
      underWay: 100_000,
      available: 100_000,
    })
    await setRows('withdrawal_methods', { id: methodId }, { phone_number: '+254799999999' })
    const { destination } = await oneRow('payout_requests', { id: payoutId })
    expect(destination).toEqual({ type: 'mobile_money', phone: '+254712345678', operator: 'M-Pesa' })
  })

  test('seven gifts of KES 1,000.33, withdrawn in two, pay out every cent of the shares [T307]', async () => {
    const { ask, id } = await fundedTo('bank', Array<number>(7).fill(100_033))
    const one = await ask(333_333)
    const two = await ask(700_231 - 333_333)
    expect(one.net + two.net).toBe(665_217)
    expect(await balanceOf(db, { drive: id })).toBe(0)
  })

  test('of 64 people who ask five times each for KES 1,500 of 10,000, six are granted [T418]', async () => {
    const { ask, balance } = await funded(1_000_000)
    const waves = await atOnce(64, async () => {
      const own = []
      for (let time = 0; time < 5; time++) own.push(...(await Promise.allSettled([ask(150_000)])))
      return own
    })
    const all = granted(waves).flat()
    expect(all).toHaveLength(320)
    expect(granted(all)).toHaveLength(6)
    expect(new Set(reasonsOf(all))).toEqual(new Set(['Insufficient funds']))
    expect(await balance()).toMatchObject({ available: 100_000 })
  }, 60_000)

  test('from KES 100 exactly, of one’s own drive, to one’s own method, and no more than there is [T192]', async () => {
    const { ask, id, ownerId, methodId } = await funded(20_000)
    await expect(ask(9_999)).rejects.toThrow('Minimum withdrawal')
    await expect(ask(20_001)).rejects.toThrow('Insufficient funds')
    const other = await funded(20_000)
    const part = { driveId: id, amount: 10_000, key: randomUUID() }
    for (const foreign of [
      { ownerId: other.ownerId, methodId },
      { ownerId, methodId: other.methodId },
    ])
      await expect(requestPayout(db, { ...part, ...foreign })).rejects.toMatchObject({ status: 404 })
    await ask(10_000)
  })

  test('numbers are kept in one spelling and shown by their end [T140]', async () => {
    const { id } = await somePerson(db)
    for (const phone of ['0712345678', '+254 712 345 678', '254712345678', '712345678'])
      await addMethod(db, id, { type: 'mobile_money', phone, operator: 'T-Kash' })
    await addMethod(db, id, { type: 'bank', bank: 'KCB', account: '1234 5678 90', name: 'W Kamau' })
    const shown = await methodsOf(db, id)
    expect(shown.filter(({ number }) => number === '•••• 5678')).toHaveLength(4)
    expect(shown).toContainEqual(expect.objectContaining({ type: 'bank', through: 'KCB', number: '•••• 7890' }))
    expect(JSON.stringify(shown)).not.toMatch(/345678|1234567/)
    for (const phone of ['+1 212 555 0100', '0812345678', '07123']) {
      const added = addMethod(db, id, { type: 'mobile_money', phone, operator: 'M-Pesa' })
      await expect(added).rejects.toMatchObject({ status: 422 })
    }
  })
})

describe('deciding', () => {
  test('of twelve decisions at once one counts, whatever they are [T157]', async () => {
    const { ask, balance } = await funded(500_000)
    for (let round = 0; round < 5; round++) {
      const { id } = await ask(50_000)
      const before = (await balance()).available
      const deciders = [decline, completeByHand, decline, beginTransfer]
      const all = await atOnce(12, async (at): Promise<unknown> => deciders[(at + round) % 4]!(db, id, { by }))
      expect(granted(all)).toHaveLength(1)
      expect(new Set(reasonsOf(all))).toEqual(new Set(['Failed to update request']))
      expect((await balance()).available - before).toBe((await statusOf(id)) === 'rejected' ? 50_000 : 0)
      const attempts = await allRows('payout_attempts', { payout_id: id }, 'n')
      expect(attempts).toHaveLength((await statusOf(id)) === 'approved' ? 1 : 0)
    }
  })

  test('a declined request gives all its money back, to the cent [T272]', async () => {
    const { ask, balance, id } = await funded(100_033, 100_033)
    const owed = await balanceOf(db, { drive: id })
    for (let round = 0; round < 3; round++) await decline(db, (await ask(77_777)).id, { by, note: 'Wrong name' })
    expect(await balance()).toMatchObject({ available: 200_066, withdrawn: 0 })
    expect(await balanceOf(db, { drive: id })).toBe(owed)
  })

  test('nobody decides about their own request', async () => {
    const { ask, ownerId } = await funded(50_000)
    const { id } = await ask(20_000)
    for (const decide of [completeByHand, decline, beginTransfer])
      await expect(decide(db, id, { by: ownerId })).rejects.toMatchObject({ status: 403 })
    expect(await statusOf(id)).toBe('processing')
  })
})

describe('a transfer by the provider', () => {
  test('has one attempt at a time, however many begin it; its success counts once', async () => {
    const { ask } = await funded(500_000)
    const { id } = await ask(100_000)
    const begun = await atOnce(10, () => beginTransfer(db, id, { by }))
    expect(granted(begun)).toHaveLength(1)
    const { reference } = granted(begun)[0]!
    await transferOpen(db, reference, { state: 'unknown' })
    const all = await atOnce(10, () => transferSucceeded(db, reference, { fee: 4000, code: 'TRF_1' }))
    expect(times(all, 'done')).toBe(1)
    expect(granted(all)).toHaveLength(10)
    expect(await transferFailed(db, reference, 'too late')).toBe('already')
    expect(await statusOf(id)).toBe('completed')
  })

  test('that comes back after it arrived is the drive’s again, and what it cost is spent', async () => {
    const { ask, balance } = await funded(100_000)
    const { id } = await ask(50_000)
    const { reference } = await beginTransfer(db, id, { by })
    await transferSucceeded(db, reference, { fee: 2000 })
    const all = await atOnce(10, () => transferReturned(db, reference, 'account closed'))
    expect(times(all, 'done')).toBe(1)
    expect(await statusOf(id)).toBe('rejected')
    expect(await balance()).toMatchObject({ available: 100_000, withdrawn: 0 })
  })
})

describe('money that goes back', () => {
  const lost = (reference: string, amount: number, extId: string = randomUUID()) =>
    disputeResolved(db, reference, { extId, amount, resolution: 'auto-accepted' })

  test('a chargeback after all was withdrawn is a debt; new gifts pay it first [T426]', async () => {
    const { ask, balance, given, id } = await fundedTo('bank', [100_033])
    await completeByHand(db, (await ask(100_033)).id, { by })
    expect(await lost(given[0]!.reference, 100_033)).toBe('done')
    expect(await balance()).toMatchObject({ raised: 0, available: 0, debt: 100_033 })
    await expect(ask(10_000)).rejects.toThrow('refunded to supporters')
    await gift(db, id, 60_000)
    expect(await balance()).toMatchObject({ available: 0, debt: 40_033 })
    await gift(db, id, 60_000)
    expect(await balance()).toMatchObject({ available: 19_967, debt: 0 })
    expect((await ask(19_967)).net).toBe(await balanceOf(db, 'payouts_in_flight').then(() => 18_969))
  })

  test('told twelve times at once it is booked once, and the gift leaves the public list', async () => {
    const { given, id, balance } = await funded(50_000, 30_000)
    const extId = randomUUID()
    const all = await atOnce(12, () => lost(given[0]!.reference, 50_000, extId))
    expect(times(all, 'done')).toBe(1)
    expect(await balance()).toMatchObject({ raised: 30_000, available: 30_000 })
    expect((await publicDonations(db, id)).donations).toMatchObject([{ amount: 30_000 }])
    expect(await oneRow('fund_drive_totals', { fund_drive_id: id })).toMatchObject({
      raised_amount: 30_000,
      donors: 1,
      had_money: true,
    })
  })

  test('with a debt nothing is completed; declining pays the debt first [T427]', async () => {
    const { ask, balance, given } = await funded(100_000)
    const { id } = await ask(100_000)
    await lost(given[0]!.reference, 100_000)
    expect(await balance()).toMatchObject({ available: 0, debt: 100_000 })
    await expect(completeByHand(db, id, { by })).rejects.toThrow('owes money')
    await expect(beginTransfer(db, id, { by })).rejects.toThrow('owes money')
    await decline(db, id, { by })
    expect(await balance()).toMatchObject({ available: 0, debt: 0 })
  })

  test('a debt that is written off is gone once, at our loss, and later gifts are whole', async () => {
    const { ask, balance, given, id } = await fundedTo('bank', [100_033])
    await completeByHand(db, (await ask(100_033)).id, { by })
    await lost(given[0]!.reference, 100_033)
    const losses = await balanceOf(db, 'losses')
    const all = await atOnce(10, () => writeOffDebt(db, id, { by, note: 'Unreachable' }))
    expect(granted(all)).toHaveLength(1)
    expect((await balanceOf(db, 'losses')) - losses).toBe(95_031)
    await gift(db, id, 20_000)
    expect(await balance()).toMatchObject({ raised: 20_000, available: 20_000, debt: 0 })
    expect((await ask(20_000)).net).toBe(19_000)
  })

  test('an open refund holds the money: its owner can’t withdraw it, and what was asked for before is not completed [T430]', async () => {
    const { ask, balance, given } = await funded(100_000, 50_000)
    const before = await ask(60_000)
    await askRefund(db, given[0]!.reference, { amount: 70_000, by })
    expect(await balance()).toMatchObject({ available: 90_000, held: 70_000, refunding: 70_000, mayAsk: 20_000 })
    await expect(ask(90_000)).rejects.toThrow('Insufficient funds')
    await completeByHand(db, before.id, { by })
    const last = await ask(20_000)
    await askRefund(db, given[1]!.reference, { amount: 30_000, by })
    // KES 700 are left, and KES 1,000 may go back to the givers.
    await expect(completeByHand(db, last.id, { by })).rejects.toThrow('refund is under way')
    await expect(beginTransfer(db, last.id, { by })).rejects.toThrow('refund is under way')
    const failed = { extId: randomUUID(), amount: 30_000, state: 'failed' } as const
    await setRows('reversals', { amount: 30_000 }, { progress: 'unknown' })
    await refundSettled(db, given[1]!.reference, failed)
    await completeByHand(db, last.id, { by })
  })

  test('of a refund and a withdrawal of the same money at once, one is refused or sees the other', async () => {
    for (let round = 0; round < 5; round++) {
      const { ask, balance, given } = await funded(100_000)
      const { id } = await ask(50_000)
      const [refund, , done] = await atOnce<unknown>(3, (at) =>
        at === 0 ? askRefund(db, given[0]!.reference, { by }) : at === 1 ? ask(50_000) : completeByHand(db, id, { by }),
      )
      expect(refund!.status).toBe('fulfilled')
      if (done!.status === 'rejected') expect(String(done!.reason)).toMatch('refund is under way')
      expect((await balance()).mayAsk).toBe(0)
    }
  })

  test('a refund is under way once, and no more goes back than was paid [T424]', async () => {
    const { given, balance } = await funded(100_000)
    const { reference } = given[0]!
    const all = await atOnce(10, () => askRefund(db, reference, { amount: 40_000, by }))
    expect(granted(all)).toHaveLength(1)
    await setRows('reversals', { id: granted(all)[0]!.id }, { progress: 'unknown' })
    expect(await refundSettled(db, reference, { extId: 'r1', amount: 40_000, state: 'failed' })).toBe('failed')
    await askRefund(db, reference, { amount: 40_000, by })
    const told = await atOnce(10, () =>
      refundSettled(db, reference, { extId: 'r2', amount: 40_000, state: 'processed' }),
    )
    expect(times(told, 'done')).toBe(1)
    expect(await balance()).toMatchObject({ raised: 60_000 })
    await expect(askRefund(db, reference, { amount: 60_001, by })).rejects.toThrow('refund more than')
    const both = await atOnce(12, (at) => lost(reference, 10_000, `d${at}`))
    expect([times(both, 'done'), times(both, 'excess')]).toEqual([6, 6])
    expect(await balance()).toMatchObject({ raised: 0, available: 0, debt: 0 })
  })

  test('thirds of a gift refund exactly the share of the whole [T428]', async () => {
    const { given, id } = await funded(100_033)
    for (const part of [33_344, 33_344, 33_345]) await lost(given[0]!.reference, part)
    expect(await balanceOf(db, { drive: id })).toBe(0)
  })

  test('what a bank questions can’t be withdrawn until it has decided [T429]', async () => {
    const { ask, balance, given } = await funded(100_000, 50_000)
    const extId = randomUUID()
    await disputeOpened(db, given[0]!.reference, { extId, amount: 100_000, dueAt: new Date() })
    expect(await balance()).toMatchObject({ available: 150_000, held: 100_000, mayAsk: 50_000 })
    await expect(ask(50_001)).rejects.toThrow('Insufficient funds')
    await disputeResolved(db, given[0]!.reference, { extId, amount: 100_000, resolution: 'declined' })
    await ask(150_000)
  })
})

test('gifts, withdrawals, decisions, chargebacks and folds on one drive at once never wait for each other in a circle', async () => {
  const { ask, given, id, ownerId } = await funded(...Array<number>(12).fill(80_000))
  const luck = chance()
  const random = (below: number) => luck.whole(0, below - 1)
  const all = await atOnce(240, async (at) => {
    const kind = at % 6
    if (kind === 0) return gift(db, id, 20_000 + at)
    if (kind === 1) return ask(20_000 + random(60_000))
    if (kind === 2) return foldWallets(db)
    if (kind === 3) return lostPart(given[random(given.length)]!.reference)
    if (kind === 4) return applyResult(db, 'paystack', (await begunGift(db, id, 5000)).reference, paid(5000))
    const open = await allRows('payout_requests', { user_id: ownerId, status: 'processing' })
    const one = open[random(open.length)]
    return one && (at % 4 ? decline(db, one.id, { by }) : completeByHand(db, one.id, { by }))
  })
  expect(
    reasonsOf(all).filter(
      (why) => !/Insufficient|Failed to update|refund more than|was refunded to supporters|owes money/.test(why),
    ),
  ).toEqual([])
  expect(await deadlocks()).toBe(0)
}, 60_000)

const lostPart = (reference: string) =>
  disputeResolved(db, reference, { extId: randomUUID(), amount: 15_000, resolution: 'merchant-accepted' })
