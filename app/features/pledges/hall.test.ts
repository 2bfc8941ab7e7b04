import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { takeTry } from '#app/platform/limits.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { dayFrom } from '#test/pledges.ts'
import { promise, promiseLimits } from './pledge.server.ts'

// A hall full of people behind one address promises at once. See docs/decisions/0092.

const db = await testDatabase()
beforeEach(() => sql`delete from rate_limits`.execute(db))

const [hall, home] = ['197.232.1.1', '197.232.1.2']
let last = 0
const somePhone = () => `+2547003${String(++last).padStart(5, '0')}`
const counted = (address: string, phone = somePhone()) => takeTry(promiseLimits({ phone, email: null }, address))

test('120 people of one network promise within an hour, and 400 in a day; others are not kept from it', async () => {
  for (let nr = 0; nr < 120; nr++) await counted(hall)
  await expect(counted(hall)).rejects.toThrow('Too many')
  await counted(home)
  for (let hour = 0; hour < 3; hour++) {
    await sql`update rate_limits set resets_at = now() - interval '1 second' where name = 'pledge-network'`.execute(db)
    for (let nr = 0; nr < (hour < 2 ? 120 : 40); nr++) await counted(hall)
  }
  await expect(counted(hall)).rejects.toThrow('Too many')
})

test('one phone is still written to three times a day, from whichever network', async () => {
  const phone = somePhone()
  for (const address of [hall, home, hall]) await counted(address, phone)
  await expect(counted(home, phone)).rejects.toThrow('Too many')
})

test('one network uses up the half of the texts of a day, and no more: the rest of it is written to tomorrow', async () => {
  const drive = await someDrive(db)
  const at = { now: new Date('2026-11-20T12:00:00+03:00') }
  const told = async (address: string) => {
    const what = { amount: 100_000, name: 'Amina', email: null, dueOn: dayFrom(30), anonymous: false }
    return (await promise(db, drive.slug, { ...what, key: randomUUID(), phone: somePhone() }, 'en', { ...at, address }))
      .told
  }
  const all = []
  for (let nr = 0; nr < 102; nr++) all.push(await told(hall))
  expect(all).toEqual([...Array(100).fill('now'), 'tomorrow', 'tomorrow'])
  expect(await told(home)).toBe('now')
})
