import { beforeEach, describe, expect, test } from 'vitest'
import { compareBack, disputeTold } from '#app/money/disputes/dispute.server.ts'
import { giveBankDetails } from '#app/money/payments/admin/refunds-list.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import type { DisputeFacts, RefundFacts } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, granted, paid, reasonsOf } from '#test/money.ts'
import { calledAbout, raised } from '#test/money-now.ts'
import { oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { askRefund, sendRefund, syncRefunds } from './refund.server.ts'

// Refunds of ours beside those that a person makes at the provider without us.

let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

let nr = 700_000
/** A gift of KES 1,000 that came in, and what the provider lists of refunds of it. */
async function given() {
  const { id: driveId } = await someDrive(db)
  const { reference, id } = await begunGift(db, driveId, 100_000)
  const facts = paid(100_000)
  scripted.payments.set(reference, facts)
  await settlePayment(db, reference)
  const listed = (own: Partial<RefundFacts>) => {
    const one: RefundFacts = { extId: String(++nr), amount: 40_000, state: 'processed', ...own }
    scripted.refunds.set(facts.providerId, [...(scripted.refunds.get(facts.providerId) ?? []), one])
    return one
  }
  return { id, driveId, reference, listed, count: () => scripted.refunds.get(facts.providerId)?.length ?? 0 }
}
async function asked(reference: string, amount = 40_000) {
  const { id } = await askRefund(db, reference, { by, amount })
  const now = () => oneRow('reversals', { id })
  return { now, send: () => sendRefund(db, { reversalId: id }) }
}
const hourAgo = () => new Date(Date.now() - 3_600_000)
/** A dispute at the provider that we are told of, and are told of again as it is then. */
async function disputed(reference: string, amount: number) {
  const open = { extId: String(++nr), reference, amount, status: 'open', resolution: null, dueAt: null } as const
  const tell = async (now: Partial<DisputeFacts> = {}) => {
    scripted.disputes.set(open.extId, { is: 'dispute', ...open, ...now })
    expect(await disputeTold(db, open)).toBe('done')
  }
  await tell()
  return { extId: open.extId, tell, lose: () => tell({ status: 'resolved', resolution: 'merchant-accepted' }) }
}

test('one made at the provider is booked beside an open one of ours, and a dispute of the same gift stays open', async () => {
  const { driveId, reference, listed } = await given()
  scripted.refundOutcome = 'pending'
  const ours = await asked(reference)
  await ours.send()
  listed({ amount: 30_000 })
  const { extId, tell } = await disputed(reference, 20_000)
  await tell()
  expect(await oneRow('disputes', { ext_id: extId })).toMatchObject({ status: 'open' })
  await compareBack(db)
  expect(await ours.now()).toMatchObject({ state: 'open' })
  expect(await raised(driveId)).toBe(70_000)
})

test('one made at the provider after all has gone back is known, and calls a person', async () => {
  const { driveId, reference, listed } = await given()
  listed({ amount: 100_000 })
  const { extId } = listed({ amount: 10_000 })
  for (let time = 0; time < 2; time++) await syncRefunds(db, reference)
  expect(await raised(driveId)).toBe(0)
  expect(await calledAbout(`refund ${extId}`)).toEqual(['more went back than was paid'])
})

test('one that failed at the provider before ours was asked for is not ours, told or looked for', async () => {
  const { driveId, reference, listed, count } = await given()
  listed({ state: 'failed' })
  const ours = await asked(reference)
  await syncRefunds(db, reference)
  expect(await ours.now()).toMatchObject({ state: 'open', ext_id: null })
  // Its answer is lost, so it is looked for in the list.
  scripted.script.refund = ['lost']
  await ours.send()
  await syncRefunds(db, reference)
  await ours.send()
  expect([scripted.asked.refund, count()]).toEqual([1, 2])
  expect(await ours.now()).toMatchObject({ state: 'done' })
  expect(await raised(driveId)).toBe(60_000)
})

test('the same amount refunded long before is another refund; refunded by hand meanwhile it is ours', async () => {
  const before = await given()
  before.listed({ at: hourAgo() })
  const another = await asked(before.reference)
  await another.send()
  expect([scripted.asked.refund, before.count()]).toEqual([1, 2])
  await syncRefunds(db, before.reference)
  expect(await raised(before.driveId)).toBe(20_000)
  const meanwhile = await given()
  const ours = await asked(meanwhile.reference)
  const { extId } = meanwhile.listed({ at: new Date() })
  await ours.send()
  expect([scripted.asked.refund, meanwhile.count()]).toEqual([1, 1])
  expect(await ours.now()).toMatchObject({ state: 'done', ext_id: extId })
})

test('one that was taken and fails days later calls a person', async () => {
  const { reference, listed, driveId } = await given()
  scripted.refundOutcome = 'pending'
  const ours = await asked(reference)
  await ours.send()
  expect(await calledAbout(reference)).toEqual([])
  scripted.refunds.forEach((all) => {
    for (const one of all) one.state = 'failed'
  })
  // What failed without us concerns nobody here.
  listed({ amount: 5000, state: 'failed' })
  for (let time = 0; time < 2; time++) await syncRefunds(db, reference)
  expect(await ours.now()).toMatchObject({ state: 'failed' })
  expect(await calledAbout(reference)).toEqual(['refund failed'])
  expect(await raised(driveId)).toBe(100_000)
})

test('of ten administrators with bank details at once one gives them, and the others are told so', async () => {
  const { id, reference } = await given()
  scripted.banks = [{ id: '21', code: '68', name: 'Equity Bank', rail: 'bank' }]
  scripted.refundOutcome = 'attention'
  const ours = await asked(reference)
  await ours.send()
  const details = { bank: '21', account: '1234567890' }
  const all = await atOnce(10, () => giveBankDetails(db, id, details, { id: by, address: '' }))
  expect(granted(all)).toHaveLength(1)
  expect(reasonsOf(all).every((why) => why.includes('no longer needs'))).toBe(true)
  expect(scripted.asked.continueRefund).toBe(1)
  expect(await ours.now()).toMatchObject({ state: 'open' })
})

describe('a refund that does not say whose end it is, beside a lost dispute of the same amount,', () => {
  test('is booked once, whichever is told first, and a person is asked to compare', async () => {
    for (const first of ['refund', 'dispute'] as const) {
      const { driveId, reference, listed } = await given()
      const { extId, lose } = await disputed(reference, 30_000)
      if (first === 'dispute') await lose()
      const refund = listed({ amount: 30_000, at: new Date() })
      await syncRefunds(db, reference)
      for (let time = 0; time < 2; time++) await lose()
      await compareBack(db)
      expect(await raised(driveId)).toBe(70_000)
      const doubtful = first === 'refund' ? `chargeback ${extId}` : `refund ${refund.extId}`
      expect(await calledAbout(doubtful)).toEqual(['refund and dispute of one amount'])
    }
  })

  test('is another one where it was made before, or is the second', async () => {
    const { driveId, reference, listed } = await given()
    const before = listed({ amount: 30_000, at: hourAgo() })
    const { lose } = await disputed(reference, 30_000)
    await lose()
    expect(await raised(driveId)).toBe(40_000)
    expect(await calledAbout(`refund ${before.extId}`)).toEqual([])
    listed({ amount: 30_000, at: new Date() })
    listed({ amount: 30_000, at: new Date() })
    await syncRefunds(db, reference)
    expect(await raised(driveId)).toBe(10_000)
  })
})
