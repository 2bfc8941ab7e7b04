import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { netOf } from '#app/base/ledger/ledger.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { payoutOf } from '#app/money/payouts/admin/payouts-list.server.ts'
import { checksOf } from '#app/money/payouts/admin/requests-list.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, fundedDrive, granted } from '#test/money.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { concernsOf } from './admin/payout-admin.ts'
import { setSignatures } from './changes.server.ts'
import { completePayout } from './complete.server.ts'
import { completeByHand } from './decide.server.ts'
import { mailPayout } from './mails.server.tsx'
import { type Limits, limitWords, mostOf, outcomeOf, partToSend, receivable } from './outcome.ts'
import { requestPayout } from './request.server.ts'
import { sayVerdict } from './sign.server.ts'

let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

const limits: Limits = { mobile_money: { minCents: 1000, maxCents: 25_000_000 } }
const books = { available: 93_706_750, payable: 89_021_413, feeBps: 500 }

describe('what is sent', () => {
  test.each([
    [100_000, 95_000],
    [10_000, 9500],
    [33_333, 31_666],
    [11_110, 10_554],
  ])('of %i cents is it less five percent, half a cent up [T305]', (amount, net) => {
    expect(netOf(amount, books)).toBe(net)
  })

  test('by the withdrawal that empties the balance is all that the books owe [T306]', () => {
    expect(netOf(books.available, books)).toBe(books.payable)
    expect(netOf(5000, { available: 5100, payable: 4700, feeBps: 500 }), 'never more than is owed').toBe(4700)
  })

  test('to a wallet is whole shillings, with the fee of just that [T308]', () => {
    for (let amount = 10_000; amount < 14_000; amount++) {
      const part = partToSend(amount, 'mobile_money', books)
      expect(part.net % 100).toBe(0)
      expect(part.amount).toBeGreaterThan(amount - 107)
      expect(part.fee).toBe(Math.floor((part.amount * 5 + 50) / 100))
      expect(partToSend(amount, 'bank', books).amount).toBe(amount)
    }
  })

  test('to a wallet, of everything, leaves less than a shilling in the balance [T309]', () => {
    const part = partToSend(books.available, 'mobile_money', books)
    expect(part).toEqual({ amount: books.available - 13, net: 89_021_400, fee: books.available - 13 - 89_021_400 })
  })
})

test('what an owner is offered for a mobile wallet is whole shillings, for a bank all of it', () => {
  const money = { available: 11_995_037, payable: 11_395_285, feeBps: 500, mayAsk: 11_995_037 }
  expect([mostOf(money.mayAsk, 'mobile_money'), mostOf(money.mayAsk, 'bank')]).toEqual([11_995_000, 11_995_037])
  expect(receivable(money, 'mobile_money').net % 100).toBe(0)
  expect(receivable(money, 'bank')).toMatchObject({ net: 11_395_285, fee: 599_752 })
  // Less than can be withdrawn is said as it is.
  expect(receivable({ ...money, mayAsk: 5050 }, 'mobile_money')).toMatchObject({ net: 4797, fee: 253 })
})

describe('above the limit of a transfer', () => {
  const of = (amount: number, money = books) =>
    outcomeOf(amount, 'mobile_money', { ...money, mayAsk: money.available, limits })!

  test('it is as few equal parts as can be sent [T313]', () => {
    const { parts, amount, net, stays, unsent } = of(books.available)
    expect(parts).toHaveLength(4)
    expect(parts.slice(0, 3).map((part) => part.amount)).toEqual([23_426_000, 23_426_000, 23_426_000])
    for (const part of parts) expect(part.net).toBeLessThanOrEqual(25_000_000)
    expect([amount + stays, net, unsent]).toEqual([books.available, 89_021_400, 13])
    // The limit is of what is sent.
    expect(of(26_315_789).parts).toHaveLength(1)
    expect(of(26_315_900).parts).toHaveLength(2)
  })

  test('more than ten parts are not offered', () => {
    const outcome = of(300_000_000, { available: 300_000_000, payable: 285_000_000, feeBps: 500 })
    expect(outcome.parts).toEqual([])
    expect(wordsIn('en')._(limitWords({ type: 'mobile_money' }, outcome, limits)!)).toMatch(/even in parts/)
  })

  test('it is refused when asked as one, and filed whole in the parts that its owner agreed to [T311]', async () => {
    const { id, ownerId, methodId, ask } = await fundedDrive(db, [30_000_000])
    await expect(ask(30_000_000)).rejects.toMatchObject({ status: 422, field: 'amount' })
    const key = randomUUID()
    const split = (parts: number) =>
      requestPayout(db, { ownerId, driveId: id, amount: 30_000_000, methodId, key, parts })
    await expect(split(3)).rejects.toMatchObject({ status: 422, field: 'amount' })
    expect(await allRows('payout_requests', { fund_drive_id: id })).toEqual([])
    const all = granted(await atOnce(10, () => split(2)))
    expect(new Set(all.map((one) => `${one.id} ${one.parts} ${one.amount} ${one.net}`)).size).toBe(1)
    expect(all).toHaveLength(10)
    const half = { amount: 15_000_000, net: 14_250_000, parts: 2, typed: 30_000_000 }
    expect(await allRows('payout_requests', { fund_drive_id: id })).toMatchObject([
      { ...half, part: 1 },
      { ...half, part: 2 },
    ])
    expect(await balanceNow(db, id)).toMatchObject({ available: 0, withdrawn: 30_000_000 })
    expect(await balanceOf(db, { drive: id })).toBe(0)
  })

  test('what its treasurers say of all parts is told the owner once, with the sums of the whole [T1543]', async () => {
    const drive = await fundedDrive(db, [60_000_000])
    const signer = await someTreasurer(db, drive)
    await setSignatures(db, { ownerId: drive.ownerId, slug: drive.slug }, 1)
    const { email } = await oneRow('users', { id: drive.ownerId })
    /** Runs all mail jobs of a withdrawal, and returns the mails. */
    const mails = async (whole: string) => {
      const before = await countOf('sandbox.mails')
      for (const { id } of await allRows('payout_requests', { whole }))
        for (const event of await allRows('payout_events', { payout_id: id }))
          await mailPayout(db, { eventId: event.id })
      return (await allRows('sandbox.mails', { to_address: email! })).slice(before).map(({ subject, text }) => {
        return [subject, /Withdrawal:? *\n? *(KES [\d,]+)/.exec(text)?.[1]]
      })
    }
    const split = async (verdict: 'yes' | 'no') => {
      const { id: driveId, ownerId, methodId } = drive
      const about = { ownerId, driveId, methodId, amount: 30_000_000, parts: 2, purpose: 'The bill' }
      const { id } = await requestPayout(db, { ...about, key: randomUUID() })
      await sayVerdict(db, id, { driveId, by: signer.id, verdict })
      return (await oneRow('payout_requests', { id })).whole
    }
    expect(await mails(await split('no'))).toEqual([
      ['We have your withdrawal request', 'KES 300,000'],
      ['Your treasurers did not agree to your withdrawal', 'KES 300,000'],
    ])
    const whole = await split('yes')
    for (const part of await allRows('payout_requests', { whole })) await completeByHand(db, part.id, { by })
    expect(await mails(whole)).toEqual([
      ['We have your withdrawal request', 'KES 300,000'],
      ['Your treasurers have agreed to your withdrawal', 'KES 300,000'],
      // Money leaves by parts, and any of them may come back.
      ['Your withdrawal has been sent', 'KES 150,000'],
      ['Your withdrawal has been sent', 'KES 150,000'],
    ])
  })

  test('one of before the limit can’t be completed, and its balance check says so [T312]', async () => {
    const { ask } = await fundedDrive(db, [30_000_000])
    const rails = scripted.rails
    scripted.rails = []
    const { id } = await ask(30_000_000)
    scripted.rails = rails
    await expect(completePayout(db, id, { by })).rejects.toThrow('One transfer there can be')
    const { payout } = (await payoutOf(db, id))!
    const check = (await checksOf(db, [payout], by)).get(id)!
    expect(check.overLimit).toBe(25_000_000)
    expect(concernsOf(check).stops).toEqual(['over limit'])
  })
})
