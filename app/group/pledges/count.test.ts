import { expect, test } from 'vitest'
import { newPrompt } from '#app/money/mpesa/prompts.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, gift, giftByPhone, paid } from '#test/money.ts'
import { pledgeRow, somePledge } from '#test/pledges.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { countArrived, countOffered, offeredTo, pledgePageOf } from './count.server.ts'
import { changePledge, giveUp } from './giver.server.ts'

// What of the gifts counts for a pledge.

const db = await testDatabase()
booksMustHold(() => db)

/** A gift that was begun from the page of the pledge and has come in; its id. */
async function givenFor(drive: { id: string }, pledgeId: number, amount: number) {
  const { reference } = await begunGift(db, drive.id, amount, { pledgeId })
  await applyResult(db, 'paystack', reference, paid(amount))
  return { reference, donationId: await donationOf(reference) }
}

const donationOf = async (reference: string) =>
  (await oneRow('donations', { payment_id: (await oneRow('payments', { reference })).id })).id

const partsOf = async (pledgeId: number) =>
  (
    await db.selectFrom('pledge_parts').where('pledge_id', '=', pledgeId).select('amount').orderBy('amount').execute()
  ).map(({ amount }) => amount)

const back = (reference: string, amount: number) =>
  refundSettled(db, reference, { extId: `r-${reference}`, amount, state: 'processed' })

test('of thirty gifts that come at once for one pledge as much counts as was promised, and what is refunded opens it [T535]', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const gifts = await Promise.all(Array.from({ length: 30 }, () => givenFor(drive, id, 9000)))
  // Each is told of by two jobs at once, as after one that was broken off.
  const told = gifts.flatMap(({ donationId }) => [donationId, donationId])
  await Promise.all(told.map((donationId) => countArrived(db, { donationIds: [donationId] })))
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 200_000, state: 'kept' })
  expect(await partsOf(id)).toEqual([2000, ...Array(22).fill(9000)])
  const [counted] = await allRows('pledge_parts', { pledge_id: id, amount: 9000 })
  const refunded = gifts.find(({ donationId }) => donationId === counted!.donation_id)!
  expect(await back(refunded.reference, 9000)).toBe('done')
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 191_000, state: 'open' })
})

test('a gift that goes back while it is counted keeps no part', async () => {
  const drive = await someDrive(db)
  for (let round = 0; round < 8; round++) {
    const { id } = await somePledge(db, drive, { amount: 50_000 })
    const one = await givenFor(drive, id, 20_000)
    await Promise.all([countArrived(db, { donationIds: [one.donationId] }), back(one.reference, 20_000)])
    expect(await pledgeRow(db, id)).toMatchObject({ paid: 0, state: 'open' })
  }
})

test('a gift counts once, however often its arrival is told of, and for no other pledge [T536]', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 50_000 })
  const { donationId } = await givenFor(drive, id, 20_000)
  for (let time = 0; time < 3; time++) await countArrived(db, { donationIds: [donationId] })
  expect(await partsOf(id)).toEqual([20_000])
  const other = await gift(db, drive.id, 10_000)
  await countArrived(db, { donationIds: [await donationOf(other.reference)] })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 20_000, state: 'open' })
})

test('the phone that promised is asked whether its gift is for the pledge, in the browser that paid; it is never assumed [T537]', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 50_000, phone: '+254700111222' })
  const { reference } = await giftByPhone(db, drive.id, 20_000, '+254700111222')
  await countArrived(db, { donationIds: [await donationOf(reference)] })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0 })
  await db.updateTable('payments').set({ returned: 'payer' }).where('reference', '=', reference).execute()
  expect(await offeredTo(db, reference, 'another')).toBeUndefined()
  expect(await countOffered(db, reference, 'another')).toBe(false)
  expect(await offeredTo(db, reference, 'payer')).toEqual({ amount: 50_000, rest: 50_000 })
  const pressed = await Promise.all(Array.from({ length: 5 }, () => countOffered(db, reference, 'payer')))
  expect(pressed.filter(Boolean)).toHaveLength(1)
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 20_000 })
  expect(await offeredTo(db, reference, 'payer')).toBeUndefined()
})

test('a phone that was only typed is asked nothing: the money has to come from it', async () => {
  const drive = await someDrive(db)
  const phone = '+254700111333'
  await somePledge(db, drive, { amount: 50_000, phone })
  const typed = await gift(db, drive.id, 20_000, { donorPhone: phone })
  const own = await giftByPhone(db, drive.id, 20_000, phone)
  await db.updateTable('payments').set({ returned: 'payer' }).where('donor_phone', '=', phone).execute()
  const isOffered = async ({ reference }: { reference: string }) =>
    (await offeredTo(db, reference, 'payer')) !== undefined
  const tailIs = (tail: string) =>
    db.updateTable('mpesa_receipts').set({ tail }).where('payment_id', '=', own.id).execute()
  expect([await isOffered(typed), await isOffered(own)]).toEqual([false, true])
  await tailIs('999')
  expect(await isOffered(own)).toBe(false)
  expect(await countOffered(db, own.reference, 'payer')).toBe(false)
  await tailIs('333')
  expect(await isOffered(own)).toBe(true)
})

test('a pledge is raised freely, also a kept one, and lowered to what was given', async () => {
  const drive = await someDrive(db)
  const { id, token } = await somePledge(db, drive, { amount: 50_000 })
  const { donationId } = await givenFor(drive, id, 20_000)
  await countArrived(db, { donationIds: [donationId] })
  await expect(changePledge(db, token, { amount: 19_900 })).rejects.toThrow('given more')
  await changePledge(db, token, { amount: 20_000 })
  expect(await pledgeRow(db, id)).toMatchObject({ amount: 20_000, state: 'kept' })
  await changePledge(db, token, { amount: 90_000 })
  expect(await pledgeRow(db, id)).toMatchObject({ amount: 90_000, paid: 20_000, state: 'open' })
  await giveUp(db, token)
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 20_000, state: 'released' })
  await expect(changePledge(db, token, { amount: 100_000 })).rejects.toThrow('cancelled')
})

test('lowering while a part comes leaves the pledge with no less than was given', async () => {
  const drive = await someDrive(db)
  for (let round = 0; round < 8; round++) {
    const { id, token } = await somePledge(db, drive, { amount: 50_000 })
    const { donationId } = await givenFor(drive, id, 30_000)
    await Promise.allSettled([
      countArrived(db, { donationIds: [donationId] }),
      changePledge(db, token, { amount: 10_000 }),
    ])
    const { paid: given, amount } = await pledgeRow(db, id)
    expect(given).toBeLessThanOrEqual(amount)
    expect(given).toBeGreaterThan(0)
  }
})

test('the process is killed at every statement of counting: done again, the gift counts once', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const drive = await someDrive(db)
      const { id } = await somePledge(db, drive, {
        amount: 50_000,
        phone: null,
        email: `${crypto.randomUUID()}@x.test`,
      })
      return { id, ...(await givenFor(drive, id, 20_000)) }
    },
    formAction: (mortal, { donationId }) => countArrived(mortal.db, { donationIds: [donationId] }),
    after: async ({ id, donationId }, how) => {
      await countArrived(db, { donationIds: [donationId] })
      expect(await pledgeRow(db, id), how).toMatchObject({ paid: 20_000, state: 'open' })
    },
  })
  expect(places).toBeGreaterThan(5)
})

test('who pays a pledge by phone and takes another way is led back to the pledge, in the browser that began it', async () => {
  const drive = await someDrive(db)
  const { id, token } = await somePledge(db, drive)
  const begin = (own: object) => begunGift(db, drive.id, 50_000, own)
  const [one, plain] = [await begin({ pledgeId: id }), await begin({})]
  for (const { id: paymentId } of [one, plain])
    await newPrompt(db, { paymentId, phone: `+25471234567${paymentId % 10}`, visitor: 'me' })
  expect(await pledgePageOf(db, one.reference, 'me')).toBe(`/pledge/${token}`)
  // The link is its giver's secret, and the address of the payment may be with another.
  expect(await pledgePageOf(db, one.reference, 'another')).toBe(null)
  expect(await pledgePageOf(db, plain.reference, 'me')).toBe(null)
})
