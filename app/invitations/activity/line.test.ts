import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { readyCounts } from '#app/invitations/guests/guest-filter.server.ts'
import { readyAddress, readyNames } from '#app/invitations/guests/guest-filter.ts'
import { guestsList } from '#app/invitations/guests/guests-list.server.ts'
import { mergeGuest } from '#app/invitations/guests/host.server.ts'
import { setDrive } from '#app/invitations/occasions/gathering.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, tomorrow } from '#test/doors.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { somePledge } from '#test/pledges.ts'
import { matchSupporters } from './tie.server.ts'

// The line of a guest: invited, seen, answered, pledged, paid, came, thanked.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

let nr = 0
const phone = () => `+2547123${String(60_000 + ++nr)}`
const page = (host: { id: string }, query = '') =>
  guestsList.page(db, {
    ...guestsList.asked(new URLSearchParams(query)),
    gatheringId: host.id,
    whole: true,
    seesGifts: true,
  })
const named = async (host: { id: string }, query: string) => (await page(host, query)).rows.map(({ name }) => name)
/** A gathering beside a drive that collects. */
async function besideDrive() {
  const drive = await someDrive(db)
  return { drive, host: await someGathering(db, { ...tomorrow, partyMost: '5' }, drive) }
}
/** All that a host can see of a guest line: rows, sums and counts. */
const seenOf = async (host: { id: string }) => [
  await page(host),
  await readyCounts(db, host.id, { occasion: null, seesGifts: true }),
]

test('what comes from a guest’s phone or address is theirs: pledged, paid, and the filters find it', async () => {
  const { drive, host } = await besideDrive()
  const [amina, baraka, chebet] = [phone(), phone(), phone()]
  const one = await someGuest(db, host, { name: 'Amina', phone: amina })
  await someGuest(db, host, { name: 'Baraka', phone: baraka, email: 'baraka@example.org' })
  await someGuest(db, host, { name: 'Chebet', phone: chebet })
  await answer(db, one.link, { no: 1, reply: 'yes', adults: 2, children: 0 })
  await somePledge(db, drive, { phone: amina, amount: 500_000 })
  await somePledge(db, drive, { phone: baraka, amount: 100_000 })
  await gift(db, drive.id, 100_000, { donorEmail: 'BARAKA@example.org' })
  expect(await matchSupporters(db)).toBe(3)
  expect(await matchSupporters(db)).toBe(0)
  expect((await page(host)).rows).toMatchObject([
    { name: 'Amina', pledged: 500_000, paid: 0 },
    { name: 'Baraka', pledged: 100_000, paid: 100_000 },
    { name: 'Chebet', pledged: 0, paid: 0 },
  ])
  expect((await page(host)).totals).toMatchObject({ guests: 3, pledged: 600_000, paid: 100_000 })
  expect(await named(host, 'answer=yes&pledge=yes&paid=no')).toEqual(['Amina'])
  expect(await named(host, 'pledge=open')).toEqual(['Amina'])
  expect(await named(host, 'pledge=no')).toEqual(['Chebet'])
  expect(await named(host, 'paid=yes')).toEqual(['Baraka'])
})

test('an address that two guests have fits neither, and what was untied stays untied', async () => {
  const { drive, host } = await besideDrive()
  const email = 'house@example.org'
  const mine = phone()
  await someGuest(db, host, { name: 'Amina', email })
  await someGuest(db, host, { name: 'Baraka', email, phone: mine })
  await gift(db, drive.id, 5_000, { donorEmail: email })
  expect(await matchSupporters(db)).toBe(0)
  await somePledge(db, drive, { phone: mine, amount: 20_000 })
  expect(await matchSupporters(db)).toBe(1)
  await sql`update supporter_ties t set untied_at = now() from supporters s
    where s.id = t.supporter_id and s.gathering_id = ${host.id}`.execute(db)
  expect(await matchSupporters(db)).toBe(0)
  expect((await page(host)).totals).toMatchObject({ pledged: 0 })
})

test('O25: an anonymous gift by address, by pledge or by number changes nothing that the host can see', async () => {
  const { drive, host } = await besideDrive()
  const [mine, email] = [phone(), 'njeri@example.org']
  await someGuest(db, host, { name: 'Mama Njeri', phone: mine, email })
  const { id } = await somePledge(db, drive, { phone: mine, amount: 50_000 })
  await matchSupporters(db)
  const before = await seenOf(host)
  await gift(db, drive.id, 50_000, { donorEmail: email, anonymous: true })
  await somePledge(db, drive, { phone: mine, email, amount: 70_000, anonymous: true })
  const { id: payment } = await gift(db, drive.id, 30_000, { donorEmail: 'x@example.org', anonymous: true })
  await sql`insert into pledge_parts (pledge_id, donation_id, amount)
    select ${id}, id, 30000 from donations where payment_id = ${payment}`.execute(db)
  expect(await matchSupporters(db)).toBe(0)
  expect(await seenOf(host)).toEqual(before)
})

test('the database refuses a tie to what is anonymous or of another drive, and unties what becomes so', async () => {
  const { drive, host } = await besideDrive()
  const mine = phone()
  const guest = await someGuest(db, host, { phone: mine })
  const other = await someDrive(db)
  const hidden = await gift(db, drive.id, 5_000, { anonymous: true })
  const foreign = await gift(db, other.id, 5_000)
  for (const { id } of [hidden, foreign])
    await expect(
      db.insertInto('supporter_ties').values({ supporter_id: guest.id, payment_id: id, how: 'host' }).execute(),
    ).rejects.toThrow('anonymous, or of another drive')
  const email = 'otieno@example.org'
  await someGuest(db, host, { email })
  const { id } = await gift(db, drive.id, 30_000, { donorEmail: email })
  await somePledge(db, drive, { phone: mine })
  await matchSupporters(db)
  expect((await page(host)).totals).toMatchObject({ pledged: 200_000, paid: 30_000 })
  await db.updateTable('donations').set({ anonymous: true }).where('payment_id', '=', id).execute()
  expect((await page(host)).totals.paid).toBe(0)
  await setDrive(db, host.mine, '')
  expect((await page(host)).totals.pledged).toBe(0)
})

test('what is paid towards a pledge is paid once, and goes along when two entries become one', async () => {
  const { drive, host } = await besideDrive()
  const [mine, theirs, email] = [phone(), phone(), 'amina@example.org']
  const guest = await someGuest(db, host, { name: 'Amina', phone: mine, email })
  const { id } = await somePledge(db, drive, { phone: mine, amount: 50_000 })
  const { id: payment } = await gift(db, drive.id, 20_000, { donorEmail: 'else@example.org' })
  const tied = await gift(db, drive.id, 10_000, { donorEmail: email })
  await sql`insert into pledge_parts (pledge_id, donation_id, amount)
    select ${id}, id, amount from donations where payment_id in (${payment}, ${tied.id})`.execute(db)
  await matchSupporters(db)
  expect((await page(host)).rows).toMatchObject([{ pledged: 50_000, paid: 30_000 }])
  expect(await named(host, 'pledge=open')).toEqual(['Amina'])
  await someGuest(db, host, { name: 'Amina Y.', phone: theirs })
  await mergeGuest(db, host.mine, guest.id, theirs)
  expect((await page(host)).rows).toMatchObject([{ name: 'Amina Y.', pledged: 50_000, paid: 30_000 }])
})

test('who came at the door is counted in people, and waits to be thanked', async () => {
  const { host } = await besideDrive()
  const coming = await someComing(db, host, { adults: 3, name: 'Baba Otieno' })
  await someGuest(db, host, { name: 'Chebet' })
  const door = await someDoor(db, host)
  await door.sends([door.lets(coming.invitation, { people: 2 })])
  expect(await named(host, 'came=yes&thanked=no')).toEqual(['Baba Otieno'])
  expect(await named(host, 'came=no')).toEqual(['Chebet'])
  expect((await page(host, 'occasion=1')).rows[0]).toMatchObject({
    name: 'Baba Otieno',
    came: [{ no: 1, occasion: 'Ruracio of Wanjiku', people: 2 }],
  })
  expect((await page(host)).totals).toMatchObject({ people: [{ came: 2 }] })
  await db.updateTable('supporters').set({ thanked_at: new Date() }).where('id', '=', coming.id).execute()
  expect(await named(host, 'came=yes&thanked=no')).toEqual([])
})

test('each ready filter counts what its list shows, also of one occasion', async () => {
  const { drive, host } = await besideDrive()
  const mine = phone()
  const yes = await someGuest(db, host, { name: 'Yes', phone: mine })
  const no = await someGuest(db, host, { name: 'No' })
  const silent = await someGuest(db, host, { name: 'Silent' })
  await someGuest(db, host, { name: 'Sent' })
  await answer(db, yes.link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  await answer(db, no.link, { no: 1, reply: 'no', adults: 0, children: 0 })
  await sql`update invitations set gives = true where supporter_id = ${no.id}`.execute(db)
  await sql`update supporters set seen_on = current_date where id = ${silent.id}`.execute(db)
  await sql`update supporters set sent_at = now() where gathering_id = ${host.id}`.execute(db)
  await somePledge(db, drive, { phone: mine })
  await matchSupporters(db)
  const counts = await readyCounts(db, host.id, { occasion: null, seesGifts: true })
  expect(counts).toEqual({ all: 4, owing: 1, unseen: 3, silent: 1, unthanked: 0, giving: 1 })
  for (const occasion of [null, '1', '2'])
    for (const name of readyNames) {
      const of = await readyCounts(db, host.id, { occasion, seesGifts: true })
      expect([name, (await page(host, readyAddress(name, occasion))).totals.guests]).toEqual([name, of[name]])
    }
})
