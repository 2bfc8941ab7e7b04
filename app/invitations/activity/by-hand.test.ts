import { afterEach, expect, test } from 'vitest'
import { said } from '#app/kit/says.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { somePledge } from '#test/pledges.ts'
import { activityTexts, thingForm } from './activity.ts'
import { gaveNotListed, thingsFor, tiesOf } from './things.server.ts'
import { listGiver, matchSupporters, tieByHand, untie } from './tie.server.ts'

// What hosts tie and untie by hand, and who gave without being on their list.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

async function besideDrive() {
  const drive = await someDrive(db)
  return { drive, host: await someGathering(db, {}, drive) }
}
const which = (of: string) => thingForm.parse({ of }).of

test('a gift that another person paid is tied by hand and untied again, permanently', async () => {
  const { drive, host } = await besideDrive()
  const guest = await someGuest(db, host, { name: 'Mama Njeri' })
  await gift(db, drive.id, 5_000, { donorName: 'Otieno', donorEmail: 'otieno@example.org' })
  await gift(db, drive.id, 7_000, { donorName: 'Njeri Mama', donorEmail: 'njeri@example.org' })
  await gift(db, drive.id, 9_000, { anonymous: true })
  const [first, second, ...more] = await thingsFor(db, host.id, 'Mama Njeri')
  expect([first, second?.name, more]).toMatchObject([{ name: 'Njeri Mama', amount: 7_000 }, 'Otieno', []])
  await tieByHand(db, host.mine, guest.id, which(first!.of))
  const [tied] = await tiesOf(db, guest.id)
  expect(tied).toMatchObject({ kind: 'gift', how: 'host', amount: 7_000 })
  await untie(db, host.mine, guest.id, tied!.tie)
  await expect(untie(db, host.mine, guest.id, tied!.tie)).rejects.toThrow('not tied')
  expect(await tiesOf(db, guest.id)).toEqual([])
  expect(await thingsFor(db, host.id, '')).toHaveLength(2)
})

test('a host chooses a gift first: none is chosen for them', () => {
  const { error } = thingForm.safeParse({ of: '' })
  expect(error?.issues).toMatchObject([{ path: ['of'], message: said(activityTexts.thingChosen) }])
  for (const odd of [undefined, 3, 'gift', 'gift-x', 'comment-1', 'gift-1;'])
    expect(thingForm.parse({ of: odd }).of).toEqual({ kind: 'gift', id: '0' })
})

test('of ten hosts who tie the same gift at once to two guests, one does', async () => {
  const { drive, host } = await besideDrive()
  const guests = [await someGuest(db, host), await someGuest(db, host)]
  await gift(db, drive.id, 5_000)
  const [thing] = await thingsFor(db, host.id, '')
  const ended = await Promise.allSettled(
    Array.from({ length: 10 }, (_, nr) => tieByHand(db, host.mine, guests[nr % 2]!.id, which(thing!.of))),
  )
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('nothing anonymous, of another drive or odd is tied, and nothing by another person', async () => {
  const { drive, host } = await besideDrive()
  const guest = await someGuest(db, host)
  const hidden = await gift(db, drive.id, 5_000, { anonymous: true })
  const foreign = await gift(db, (await someDrive(db)).id, 5_000)
  for (const of of [`gift-${hidden.id}`, `gift-${foreign.id}`, 'gift-0', 'comment-1', "gift-1' or 1=1", 'visit-x'])
    await expect(tieByHand(db, host.mine, guest.id, which(of))).rejects.toMatchObject({ status: 409 })
  const mine = await gift(db, drive.id, 5_000)
  const stranger = { ...host.mine, personId: (await someDrive(db)).ownerId }
  await expect(tieByHand(db, stranger, guest.id, which(`gift-${mine.id}`))).rejects.toMatchObject({ status: 404 })
})

test('who gave with a name and is not on the list is put there, with what they gave', async () => {
  const { drive, host } = await besideDrive()
  await gift(db, drive.id, 5_000, { donorName: '', donorEmail: 'noname@example.org' })
  await gift(db, drive.id, 5_000, { donorName: 'Siri', anonymous: true })
  await somePledge(db, drive, { name: 'Amina Yusuf', phone: '+254712399001', amount: 40_000 })
  const all = await gaveNotListed(db, host.id)
  expect(all).toMatchObject([{ name: 'Amina Yusuf', kind: 'pledge' }])
  const { id } = await listGiver(db, host.mine, which(all[0]!.of))
  expect(await tiesOf(db, id)).toMatchObject([{ kind: 'pledge', amount: 40_000 }])
  expect(await gaveNotListed(db, host.id)).toEqual([])
  await expect(listGiver(db, host.mine, which(all[0]!.of))).rejects.toMatchObject({ status: 409 })
  expect(await matchSupporters(db)).toBe(0)
})
