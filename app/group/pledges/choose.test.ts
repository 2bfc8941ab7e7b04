import { expect, test } from 'vitest'
import { voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, giftByPhone, granted, reasonsOf } from '#test/money.ts'
import { pledgeRow, someCash, somePledge } from '#test/pledges.ts'
import { choosableFor, countChosen } from './count.server.ts'
import { giveUp } from './giver.server.ts'

// A gift by Paybill, by card or in cash that was recorded before: people of the drive say that it was for a pledge.

const db = await testDatabase()
booksMustHold(() => db)

type Drive = { id: string; ownerId: string }
const chosenBy =
  ({ id: driveId, ownerId }: Drive, pledgeId: number) =>
  (id: number, kind: 'gift' | 'recorded' = 'gift') =>
    countChosen(db, { driveId, by: { id: ownerId, address: '' }, pledgeId, kind, id })
const idsOf = async ({ id }: Drive, search = '') => (await choosableFor(db, id, search)).map((one) => one.id)
const recorded = (drive: Drive, amount: number, name: string) => someCash(db, drive, { amount, name })

test('a gift that was begun for no pledge becomes a part of one, and goes off again when it is refunded', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const { reference } = await gift(db, drive.id, 150_000, { donorName: 'Amina' })
  const [one] = await choosableFor(db, drive.id, '')
  expect(one).toMatchObject({ kind: 'gift', name: 'Amina', amount: 150_000, isAnonymous: false })
  await chosenBy(drive, id)(one!.id)
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 150_000, state: 'open' })
  expect(await idsOf(drive)).toEqual([])
  await expect(chosenBy(drive, id)(one!.id)).rejects.toThrow('counts for a pledge already')
  await refundSettled(db, reference, { extId: `r-${reference}`, amount: 150_000, state: 'processed' })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0 })
  // What went back is offered for nothing.
  expect(await idsOf(drive)).toEqual([])
  await expect(chosenBy(drive, id)(one!.id)).rejects.toThrow('was refunded')
})

test('thirty gifts chosen at once for one pledge, each twice: no more counts than was promised, and each gift for one pledge', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const { id: other } = await somePledge(db, drive, { amount: 50_000, phone: '+254712000001' })
  for (let nr = 0; nr < 30; nr++) await gift(db, drive.id, 9000)
  const gifts = await idsOf(drive)
  expect(gifts).toHaveLength(30)
  const all = await atOnce(60, (nr) => chosenBy(drive, nr % 2 ? other : id)(gifts[nr >> 1]!))
  // 23 fill the one and 6 the other. All others are refused in our own words, by the lock and not by the database.
  expect(granted(all)).toHaveLength(29)
  for (const reason of reasonsOf(all)) expect(reason).toMatch(/counts for a pledge already|not there any more/)
  const [one, two] = [await pledgeRow(db, id), await pledgeRow(db, other)]
  expect([one.paid, two.paid]).toEqual([200_000, 50_000])
  const parts = await db.selectFrom('pledge_parts').where('pledge_id', 'in', [id, other]).selectAll().execute()
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(one.paid + two.paid)
  expect(new Set(parts.map(({ donation_id }) => donation_id)).size).toBe(parts.length)
})

test('of a gift that is more than what is open, as much counts; a recorded gift counts once, and not when it is void', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { amount: 200_000 })
  const [cash, more] = [await recorded(drive, 120_000, 'Otieno'), await recorded(drive, 300_000, 'Amina')]
  const gone = await recorded(drive, 1000, 'Njeri')
  await db.transaction().execute((tx) => voidRecorded(tx, { id: gone.id, by: drive.ownerId, why: 'A slip' }))
  expect(await idsOf(drive)).toEqual([more.id, cash.id])
  expect(await idsOf(drive, 'otien')).toEqual([cash.id])
  await expect(chosenBy(drive, id)(gone.id, 'recorded')).rejects.toThrow('counts for a pledge already')
  await chosenBy(drive, id)(cash.id, 'recorded')
  await chosenBy(drive, id)(more.id, 'recorded')
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 200_000, state: 'kept' })
})

test('a gift of another drive, by another person, and for a pledge that was released is refused; an anonymous one has no name', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const { id, token } = await somePledge(db, drive, { amount: 200_000 })
  await gift(db, other.id, 1000)
  await giftByPhone(db, drive.id, 1000)
  await gift(db, drive.id, 2000, { donorName: 'Secret', anonymous: true })
  const [anonymous, plain] = await choosableFor(db, drive.id, '')
  expect(anonymous).toMatchObject({ name: null, isAnonymous: true })
  expect(await idsOf(drive, 'Secret')).toEqual([])
  const [foreign] = await idsOf(other)
  await expect(chosenBy(drive, id)(foreign!)).rejects.toThrow('counts for a pledge already')
  const stranger = await somePerson(db)
  await expect(chosenBy({ ...drive, ownerId: stranger.id }, id)(plain!.id)).rejects.toThrow('not found')
  await giveUp(db, token)
  await expect(chosenBy(drive, id)(plain!.id)).rejects.toThrow('not there any more')
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0 })
})
