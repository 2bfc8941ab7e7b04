import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { mergeGuest } from '#app/invitations/guests/host.server.ts'
import { setDrive } from '#app/invitations/occasions/gathering.server.ts'
import { forgetListed } from '#app/privacy/forget-donor.server.ts'
import { forgetByLink, forgetGuest } from '#app/privacy/forget-guest.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, tomorrow } from '#test/doors.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { somePledge } from '#test/pledges.ts'
import { query } from '#test/rows.ts'
import { addHousehold, bookList, householdOf, removeHousehold } from './book.server.ts'
import { isRemembered, rememberedOf, rememberGuest, removeNote } from './guests.server.ts'

// A guest of a gathering goes into the book of the person who made it, once, and out of it when they ask.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

type Host = Awaited<ReturnType<typeof someGathering>>
let nr = 0
const phone = () => `+2547124${String(60_000 + ++nr)}`
const rows = async (personId: string) =>
  (await bookList.page(db, { ...bookList.asked(new URLSearchParams()), personId })).rows
/** The occasion was, on the day that this gives. */
async function over(host: Host): Promise<string> {
  const { rows: days } = await sql<{ day: string }>`update occasions set starts_local = now() - interval '3 days'
    where gathering_id = ${host.id} returning starts_local::date::text as day`.execute(db)
  return days[0]!.day
}
async function besideDrive() {
  const drive = await someDrive(db)
  return { drive, host: await someGathering(db, tomorrow, drive) }
}
const tie = (guest: string, payment: number) =>
  db.insertInto('supporter_ties').values({ supporter_id: guest, payment_id: payment, how: 'host' }).execute()
async function remembered(host: Host, own: Parameters<typeof someGuest>[2] = {}) {
  const guest = await someGuest(db, host, own)
  await rememberGuest(db, host.mine, guest.id, 'Sang all night')
  return guest
}

describe('a guest is remembered', () => {
  test('with the day, the people who came, the sum, the name and the number, and the host’s words', async () => {
    const { drive, host } = await besideDrive()
    const coming = await someComing(db, host, { adults: 4, name: 'Baba Otieno' })
    const mine = phone()
    await db.updateTable('supporters').set({ phone: mine }).where('id', '=', coming.id).execute()
    const door = await someDoor(db, host)
    await door.sends([door.lets(coming.invitation, { people: 3 })])
    await tie(coming.id, (await gift(db, drive.id, 25_000)).id)
    const day = await over(host)
    await rememberGuest(db, host.mine, coming.id, 'Brought a goat')
    expect(await rows(host.personId)).toMatchObject([
      { name: 'Baba Otieno', what: 'Ruracio of Wanjiku', day, people: 3, gave: 25_000, words: 'Brought a goat' },
    ])
    expect((await rows(host.personId))[0]!.phone!.replaceAll(' ', '')).toBe(`0${mine.slice(4)}`)
  })

  test('of two days with the one that they came to; before the first, without a day', async () => {
    const host = await someGathering(db, tomorrow)
    const coming = await someComing(db, host)
    const early = await remembered(host, { name: 'Early' })
    expect(await rows(host.personId)).toMatchObject([{ name: 'Early', what: 'Ruracio', day: null, people: null }])
    const door = await someDoor(db, host)
    await door.sends([door.lets(coming.invitation)])
    const day = await over(host)
    // A second day that is over as well, to which they did not come.
    await sql`insert into occasions (gathering_id, no, kind, name, zone, starts_local, place, party_most, plus_ones)
      select gathering_id, 2, kind, 'The second day', zone, starts_local + interval '1 day', place, party_most, plus_ones
      from occasions where gathering_id = ${host.id}`.execute(db)
    await sql`insert into invitations (occasion_id, supporter_id, seats, code)
      select o.id, s.id, 2, case s.id when ${early.id} then 'ABCDEF' else 'BCDEFG' end from occasions o
      join supporters s on s.gathering_id = o.gathering_id where o.gathering_id = ${host.id} and o.no = 2`.execute(db)
    await rememberGuest(db, host.mine, coming.id, '')
    expect((await rows(host.personId)).at(-1)).toMatchObject({ what: 'Ruracio of Wanjiku', day, people: 2 })
    await removeNote(db, early.link)
    await rememberGuest(db, host.mine, early.id, '')
    expect((await rows(host.personId))[0]).toMatchObject({ name: 'Early', what: 'The second day', people: null })
  })

  test('once, of ten windows at once', async () => {
    const host = await someGathering(db)
    const { id } = await someGuest(db, host)
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => rememberGuest(db, host.mine, id, '')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason.message).toContain('in your book already')
    expect(await rows(host.personId)).toHaveLength(1)
    // Removed from the book, they can be remembered again.
    await removeHousehold(db, host.personId, (await rows(host.personId))[0]!.id)
    await rememberGuest(db, host.mine, id, '')
    expect(await rows(host.personId)).toHaveLength(1)
  })

  test('by the person who made the gathering alone, and only of their own list', async () => {
    const { drive, host } = await besideDrive()
    const { id } = await someGuest(db, host)
    const stranger = await somePerson(db)
    const admin = await somePerson(db, { admin: true })
    for (const personId of [stranger.id, admin.id]) {
      await expect(rememberGuest(db, { ...host.mine, personId }, id, '')).rejects.toMatchObject({ status: 404 })
      expect(await rememberedOf(db, { gatheringId: host.id, personId }, id)).toBeNull()
    }
    const other = await someGathering(db)
    await expect(rememberGuest(db, other.mine, id, '')).rejects.toMatchObject({ status: 404 })
    // Who may change the guests of a drive, but did not make the gathering, has another book.
    await db.updateTable('gatherings').set({ user_id: stranger.id }).where('id', '=', host.id).execute()
    await expect(rememberGuest(db, host.mine, id, '')).rejects.toMatchObject({ status: 403 })
    expect(await rememberedOf(db, { gatheringId: host.id, personId: drive.ownerId }, id)).toBeNull()
    expect(await sql`select from remembered where supporter_id = ${id}`.execute(db)).toMatchObject({ rows: [] })
  })
})

describe('O25: an anonymous gift leaves no trace in the book', () => {
  test('given by address, by pledge or by number, before the household is remembered and after it', async () => {
    const { drive, host } = await besideDrive()
    const [mine, email] = [phone(), 'njeri@example.org']
    const guest = await someGuest(db, host, { phone: mine, email })
    const { id: pledge } = await somePledge(db, drive, { phone: mine, amount: 100_000 })
    await query`insert into supporter_ties (supporter_id, pledge_id, how) values (${guest.id}, ${pledge}, 'host')`
    const anonymously = async () => {
      await gift(db, drive.id, 50_000, { donorEmail: email, anonymous: true })
      const { id: payment } = await gift(db, drive.id, 30_000, { donorEmail: 'x@example.org', anonymous: true })
      await sql`insert into pledge_parts (pledge_id, donation_id, amount)
        select ${pledge}, id, 30000 from donations where payment_id = ${payment}`.execute(db)
    }
    await anonymously()
    await rememberGuest(db, host.mine, guest.id, '')
    await anonymously()
    const [row] = await rows(host.personId)
    expect(row).toMatchObject({ gave: null, people: null })
    expect(await householdOf(db, host.personId, row!.id)).toMatchObject({ known: null, gave: null })
    const { rows: stored } =
      await sql`select gave, people, words from remembered where user_id = ${host.personId}`.execute(db)
    expect(stored).toEqual([{ gave: null, people: null, words: '' }])
  })

  test('nor does one that becomes anonymous afterwards, or that is untied', async () => {
    const { drive, host } = await besideDrive()
    const guest = await someGuest(db, host)
    const [hidden, untied] = [await gift(db, drive.id, 40_000), await gift(db, drive.id, 7_000)]
    await tie(guest.id, hidden.id)
    await tie(guest.id, untied.id)
    await rememberGuest(db, host.mine, guest.id, '')
    const gave = async () => (await rows(host.personId))[0]!.gave
    expect(await gave()).toBe(47_000)
    await db.updateTable('donations').set({ anonymous: true }).where('payment_id', '=', hidden.id).execute()
    expect(await gave()).toBe(7_000)
    await setDrive(db, host.mine, '')
    expect(await gave()).toBeNull()
  })
})

describe('the book forgets a household', () => {
  test.each(['the guest', 'the host', 'the operator'])('when %s wants the guest forgotten', async (who) => {
    const host = await someGathering(db)
    const [mine, other] = [phone(), await remembered(host, { name: 'Otieno' })]
    const guest = await remembered(host, { phone: mine })
    if (who === 'the guest') await forgetByLink(db, guest.link, { end: mine.slice(-4), sure: false })
    else if (who === 'the host') await forgetGuest(db, host.mine, guest.id)
    else await forgetListed(db, mine)
    expect(await rows(host.personId)).toMatchObject([{ name: 'Otieno' }])
    expect([await isRemembered(db, guest.id), await isRemembered(db, other.id)]).toEqual([false, true])
    // Who is forgotten can't be remembered again.
    await expect(rememberGuest(db, host.mine, guest.id, '')).rejects.toMatchObject({ status: 404 })
  })

  test('when they ask for it on their page, and the guest stays on the list', async () => {
    const host = await someGathering(db)
    const guest = await remembered(host)
    for (let times = 0; times < 2; times++) await removeNote(db, guest.link)
    expect(await rows(host.personId)).toEqual([])
    expect(await db.selectFrom('supporters').where('id', '=', guest.id).select('name').execute()).toHaveLength(1)
    for (const link of ['', 'x', '222222222222'])
      await expect(removeNote(db, link)).rejects.toMatchObject({ status: 404 })
  })

  test('when the operator forgets a number, in all books, where it was typed as well', async () => {
    const [one, two] = [await somePerson(db), await somePerson(db)]
    const mine = phone()
    const none = { what: '', day: null, people: null, gave: null, words: '' }
    for (const { id } of [one, two])
      for (const number of [mine, phone()])
        await addHousehold(db, id, { ...none, name: 'Amina', phone: number, key: crypto.randomUUID() })
    expect((await forgetListed(db, `0${mine.slice(4)}`)).books).toBe(2)
    expect([(await rows(one.id)).length, (await rows(two.id)).length]).toEqual([1, 1])
    expect((await forgetListed(db, 'amina@example.org')).books).toBe(0)
  })
})

test('of two entries that become one, the book keeps one household', async () => {
  const host = await someGathering(db)
  const numbers = [phone(), phone(), phone()]
  const [stays, both, alone] = [
    await remembered(host, { name: 'Stays', phone: numbers[0]! }),
    await remembered(host, { name: 'Both', phone: numbers[1]! }),
    await someGuest(db, host, { name: 'Alone', phone: numbers[2]! }),
  ]
  await mergeGuest(db, host.mine, both.id, numbers[0]!)
  expect(await rows(host.personId)).toMatchObject([{ name: 'Stays' }])
  await mergeGuest(db, host.mine, stays.id, numbers[2]!)
  expect(await rows(host.personId)).toMatchObject([{ name: 'Stays' }])
  expect(await isRemembered(db, alone.id)).toBe(true)
  // By any of their links it is removed.
  await removeNote(db, both.link)
  expect(await rows(host.personId)).toEqual([])
})
