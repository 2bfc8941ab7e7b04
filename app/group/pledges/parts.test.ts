import { expect, test } from 'vitest'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, gift, giftByPhone, granted, paid, reasonsOf } from '#test/money.ts'
import { pledgeRow, someCash, somePledge } from '#test/pledges.ts'
import { oneRow, query, someRows } from '#test/rows.ts'
import { choosableFor, countArrived, countChosen, countOffered, partsOfPledge, takeOff } from './count.server.ts'
import { giveUp } from './giver.server.ts'

// A gift that was chosen for a pledge by mistake comes off again.

const db = await testDatabase()
booksMustHold(() => db)

type Drive = { id: string; ownerId: string }
const byOwner = ({ ownerId }: Drive) => ({ id: ownerId, address: '' })
const choose = (drive: Drive, pledgeId: number, id: number, kind: 'gift' | 'recorded' = 'gift') =>
  countChosen(db, { driveId: drive.id, by: byOwner(drive), pledgeId, kind, id })
const off = (drive: Drive, pledgeId: number, partId: number, by = byOwner(drive)) =>
  takeOff(db, { driveId: drive.id, by, pledgeId, partId })
const newest = async (drive: Drive) => (await choosableFor(db, drive.id, ''))[0]!.id
const partOf = async (drive: Drive, pledgeId: number) => (await partsOfPledge(db, drive.id, pledgeId))[0]!.id
const pledged = async ({ id }: Drive) => (await oneRow('drive_beside', { fund_drive_id: id })).pledged

test('a gift is taken off: the pledge is open for it again, the bar shows that, and the gift can be chosen for another', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const { id: other } = await somePledge(db, drive, { amount: 300_000, phone: '+254712000001' })
  await gift(db, drive.id, 250_000, { donorName: 'Amina' })
  const one = await newest(drive)
  await choose(drive, id, one)
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 200_000, state: 'kept' })
  expect(await pledged(drive)).toBe(300_000)
  const [part] = await partsOfPledge(db, drive.id, id)
  expect(part).toMatchObject({ kind: 'gift', amount: 200_000, isGivers: false, about: { name: 'Amina' } })
  await off(drive, id, part!.id)
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0, state: 'open' })
  expect(await pledged(drive)).toBe(500_000)
  expect(await partsOfPledge(db, drive.id, id)).toEqual([])
  await choose(drive, other, one)
  expect(await pledgeRow(db, other)).toMatchObject({ paid: 250_000, state: 'open' })
  const lines = await someRows('audit_log', { noun: 'pledge', by: drive.ownerId }, 'act', 'subject', 'before', 'after')
  expect(lines).toEqual([
    { act: 'gift chosen', subject: String(id), before: null, after: { gift: one } },
    { act: 'gift taken off', subject: String(id), before: { gift: one, amount: 200_000 }, after: null },
    { act: 'gift chosen', subject: String(other), before: null, after: { gift: one } },
  ])
})

test('twenty tabs take one gift off at once: one does. An old tab does not take it off after it was chosen again', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  await gift(db, drive.id, 50_000)
  const one = await newest(drive)
  for (let round = 0; round < 5; round++) {
    await choose(drive, id, one)
    const part = await partOf(drive, id)
    const all = await atOnce(20, () => off(drive, id, part))
    expect(granted(all)).toHaveLength(1)
    for (const reason of reasonsOf(all)) expect(reason).toContain('does not count for the pledge any more')
    await choose(drive, id, one)
    await expect(off(drive, id, part)).rejects.toThrow('does not count for the pledge any more')
    expect(await pledgeRow(db, id)).toMatchObject({ paid: 50_000 })
    await off(drive, id, await partOf(drive, id))
  }
})

test('a gift that is refunded while it is taken off, or chosen for another pledge, is counted right', async () => {
  const drive = await someDrive(db)
  for (let round = 0; round < 8; round++) {
    const { id } = await somePledge(db, drive, { amount: 50_000, phone: `+25471200010${round}` })
    const { id: other } = await somePledge(db, drive, { amount: 50_000, phone: `+25471200020${round}` })
    const { reference } = await gift(db, drive.id, 20_000)
    const one = await newest(drive)
    await choose(drive, id, one)
    const part = await partOf(drive, id)
    await Promise.allSettled([
      off(drive, id, part),
      choose(drive, other, one),
      refundSettled(db, reference, { extId: `r-${reference}`, amount: 20_000, state: 'processed' }),
    ])
    expect([(await pledgeRow(db, id)).paid, (await pledgeRow(db, other)).paid]).toEqual([0, 0])
  }
})

test('what its giver began for the pledge stays, and no job counts again what was taken off', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const { reference } = await begunGift(db, drive.id, 30_000, { pledgeId: id })
  await applyResult(db, 'paystack', reference, paid(30_000))
  const own = await newest(drive)
  await countArrived(db, { donationIds: [own] })
  const [part] = await partsOfPledge(db, drive.id, id)
  expect(part).toMatchObject({ isGivers: true })
  await expect(off(drive, id, part!.id)).rejects.toThrow('Its giver gave it for this pledge')
  await gift(db, drive.id, 40_000)
  const mistaken = await newest(drive)
  await choose(drive, id, mistaken)
  await off(drive, id, await partOf(drive, id))
  await countArrived(db, { donationIds: [own, mistaken] })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 30_000 })
})

test('a recorded gift stays recorded; a pledge that was released stays released', async () => {
  const drive = await someDrive(db)
  const { id, token } = await somePledge(db, drive, { amount: 200_000 })
  const cash = await someCash(db, drive, { amount: 60_000, name: 'Otieno' })
  await choose(drive, id, cash.id, 'recorded')
  await giveUp(db, token)
  await off(drive, id, await partOf(drive, id))
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0, state: 'released' })
  expect(await choosableFor(db, drive.id, '')).toMatchObject([{ kind: 'recorded', id: cash.id, amount: 60_000 }])
})

test('another person, another drive and another pledge take nothing off', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const { id: second } = await somePledge(db, drive, { amount: 200_000, phone: '+254712000002' })
  await gift(db, drive.id, 50_000)
  await choose(drive, id, await newest(drive))
  const part = await partOf(drive, id)
  const stranger = await somePerson(db)
  await expect(off(drive, id, part, { id: stranger.id, address: '' })).rejects.toThrow('not found')
  await expect(off(other, id, part)).rejects.toThrow('does not count')
  await expect(off(drive, second, part)).rejects.toThrow('does not count')
  expect(await partsOfPledge(db, other.id, id)).toEqual([])
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 50_000 })
})

test('a gift that its giver said is for the pledge is not taken off by people of the drive', async () => {
  const drive = await someDrive(db)
  const { pledgeId, partId } = await said(drive)
  await expect(off(drive, pledgeId, partId)).rejects.toThrow('giver')
  expect(await pledgeRow(db, pledgeId)).toMatchObject({ paid: 20_000 })
  expect((await partsOfPledge(db, drive.id, pledgeId))[0]).toMatchObject({
    isGivers: true,
    about: { name: 'Amina Yusuf' },
  })
})

test.each([
  ['the gift', { gift: true, pledge: false }],
  ['the pledge', { gift: false, pledge: true }],
])('where %s is anonymous, which gift it was stays between the giver and us', async (_which, anonymous) => {
  const drive = await someDrive(db)
  const { pledgeId } = await said(drive, anonymous)
  const [part] = await partsOfPledge(db, drive.id, pledgeId)
  expect(part).toEqual({ id: expect.any(Number), kind: 'gift', amount: 20_000, isGivers: true, about: null })
})

test('a payer who said no name has that of M-Pesa, as in the list of gifts', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive)
  const { id: paymentId } = await giftByPhone(db, drive.id, 20_000, '+254700111444')
  await query`update donations set donor_name = '' where payment_id = ${paymentId}`
  await query`update mpesa_receipts set name = 'AMINA YUSUF', tail = '444', prompt_id = null where payment_id = ${paymentId}`
  const [found] = await choosableFor(db, drive.id, 'amina')
  expect(found!.name).toBe('Amina Y. … 444')
  await choose(drive, id, found!.id)
  expect((await partsOfPledge(db, drive.id, id))[0]!.about!.name).toBe(found!.name)
})

/** A pledge and a gift of the same phone, of which its giver said on the page of the payment that it is for the pledge. */
async function said(drive: Drive & { slug: string }, anonymous = { gift: false, pledge: false }) {
  const phone = '+254700111333'
  const { id: pledgeId } = await somePledge(db, drive, { phone, anonymous: anonymous.pledge })
  const { id: paymentId, reference } = await giftByPhone(db, drive.id, 20_000, phone)
  await query`update donations set anonymous = ${anonymous.gift}, donor_name = 'Amina Yusuf' where payment_id = ${paymentId}`
  await db.updateTable('payments').set({ returned: 'payer' }).where('id', '=', paymentId).execute()
  expect(await countOffered(db, reference, 'payer')).toBe(true)
  return { pledgeId, partId: await partOf(drive, pledgeId) }
}

test('the text by which a giver says yes still comes when a gift was chosen meanwhile, and taken off again', async () => {
  const drive = await someDrive(db)
  const phone = '+254700111555'
  const { id } = await somePledge(db, drive, { phone, agreed: false })
  await gift(db, drive.id, 50_000)
  await choose(drive, id, await newest(drive))
  await off(drive, id, await partOf(drive, id))
  const texts = await db.selectFrom('sms_outbox').where('phone', '=', phone).select(['key', 'state']).execute()
  expect(texts).toEqual([{ key: `pledge ${id} written`, state: 'waiting' }])
})
