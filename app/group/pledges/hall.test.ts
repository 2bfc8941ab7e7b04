import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { dayFrom } from '#test/pledges.ts'
import { query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { remindPledges } from './manage.server.ts'
import { mayText, promise, promiseLimits } from './pledge.server.ts'

// A hall full of people behind one address promises at once. See docs/develop/decisions/0021.

const db = await testDatabase()
beforeEach(() => sql`delete from rate_limits`.execute(db))

const [hall, home] = ['197.232.1.1', '197.232.1.2']
const at = { now: new Date('2026-11-20T12:00:00+03:00') }
let last = 0
const somePhone = () => `+2547003${String(++last).padStart(5, '0')}`
const counted = (address: string, phone = somePhone()) => takeTry(promiseLimits({ phone, email: null }, address))

/** What a person who promises is told of our message. */
async function told({ slug }: { slug: string }, address: string, own: object = {}) {
  const what = { amount: 100_000, name: 'Amina', email: null, dueOn: dayFrom(30), anonymous: false }
  const form = { ...what, key: randomUUID(), phone: somePhone(), ...own }
  return (await promise(db, slug, form, 'en', { ...at, address })).told
}

/** Of the texts of the day. */
async function taken(): Promise<number> {
  return (
    await queryOne<{ tries: number }>`
    select coalesce(sum(tries), 0)::int as tries from rate_limits where name = 'pledge-texts'`
  ).tries
}

/** The texts of the day are. */
async function usedUp() {
  for (let nr = 0; nr < 200; nr++) await mayText()
}

test('120 people of one network promise within an hour, and 400 in a day; others are not kept from it', async () => {
  for (let nr = 0; nr < 120; nr++) await counted(hall)
  await expect(counted(hall)).rejects.toThrow('There were many tries')
  await counted(home)
  for (let hour = 0; hour < 3; hour++) {
    await timePasses('1 hour')
    for (let nr = 0; nr < (hour < 2 ? 120 : 40); nr++) await counted(hall)
  }
  await expect(counted(hall)).rejects.toThrow('There were many tries')
})

test('one phone is still written to three times a day, from whichever network', async () => {
  const phone = somePhone()
  for (const address of [hall, home, hall]) await counted(address, phone)
  await expect(counted(home, phone)).rejects.toThrow('There were many tries')
})

test('one network uses up the half of the texts of a day, and no more: the rest of it is written to tomorrow', async () => {
  const drive = await someDrive(db)
  const all = []
  for (let nr = 0; nr < 102; nr++) all.push(await told(drive, hall))
  expect(all).toEqual([...Array(100).fill('now'), 'tomorrow', 'tomorrow'])
  expect(await told(drive, home)).toBe('now')
})

test('what a hall has left over takes none of the texts of the next day from those who promise then', async () => {
  const drive = await someDrive(db)
  await usedUp()
  for (let nr = 0; nr < 101; nr++) await told(drive, hall)
  await query`delete from rate_limits`
  const waiting = async () =>
    (await db.selectFrom('pledges').where('remind_at', 'is not', null).select('id').execute()).length
  const before = await waiting()
  const nextDay = new Date(at.now.getTime() + 86_400_000)
  await remindPledges(db, nextDay)
  expect(await waiting()).toBe(before - 100)
  expect(await taken()).toBe(0)
  await query`delete from rate_limits`
  await remindPledges(db, nextDay)
  expect(await waiting()).toBe(0)
})

test('an email beside the phone does not go around what there is of texts', async () => {
  const drive = await someDrive(db)
  await usedUp()
  const phone = somePhone()
  expect(await told(drive, home, { phone, email: 'amina@example.org' })).toBe('now')
  expect(await db.selectFrom('sms_outbox').where('phone', '=', phone).select('text').execute()).toEqual([])
})

test('a promise to no drive, and one that is sent again, take none of the texts of the day', async () => {
  const drive = await someDrive(db)
  await expect(told({ slug: 'no-such-drive' }, home)).rejects.toThrow()
  expect(await taken()).toBe(0)
  const same = { phone: somePhone(), key: randomUUID() }
  expect([await told(drive, home, same), await told(drive, home, same), await taken()]).toEqual(['now', 'now', 1])
  await usedUp()
  const late = { phone: somePhone(), key: randomUUID() }
  expect([await told(drive, home, late), await told(drive, home, late)]).toEqual(['tomorrow', 'tomorrow'])
})
