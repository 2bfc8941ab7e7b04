import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bookVisit, decideVisit } from '#app/drives/visits/visit.server.ts'
import { visitForm } from '#app/drives/visits/visit-forms.ts'
import { dayAt } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { everyRow } from '#test/owners-lists.ts'
import { bookedVisitsList } from './visits-list.server.ts'

const db = await testDatabase({ asOwner: true })
const inDays = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000))
let by: { id: string; address: string }
let roof: { id: string; slug: string }

beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '10.1.0.0' }
  roof = await someDrive(db, { title: 'A roof for the school' })
  const well = await someDrive(db, { title: 'A well' })
  const book = (slug: string, name: string, phone: string, days: number) => {
    const email = `${name.replace(/\W/g, '')}@example.test`
    const typed = { name, email, phone, date: inDays(days), time: '11:00', guests: '2' }
    return bookVisit(db, slug, visitForm.parse(typed), 'en')
  }
  const over = await book(roof.slug, 'Baraka', '0712 000 001', 2)
  await sql`update fund_drive_reservations set visit_date = ${inDays(-2)}::date where id = ${over.id}`.execute(db)
  await book(roof.slug, 'Amina', '0712 000 002', 9)
  const coming = await book(well.slug, 'Wanja', '0712 000 003', 3)
  await decideVisit(db, well.id, { visit: coming.id, status: 'confirmed' })
  const off = await book(well.slug, '=Otieno', '0712 000 004', 5)
  await decideVisit(db, well.id, { visit: off.id, status: 'cancelled' })
})

const asked = (query: string) => bookedVisitsList.page(db, bookedVisitsList.asked(new URLSearchParams(query)))

test.each([
  ['', ['=Otieno', 'Wanja', 'Amina', 'Baraka'], 1],
  ['visits=upcoming', ['=Otieno', 'Wanja', 'Amina'], 1],
  ['visits=pending', ['Amina'], 1],
  ['visits=confirmed', ['Wanja'], 0],
  ['visits=cancelled', ['=Otieno'], 0],
  ['visits=past', ['Baraka'], 0],
  ['visits=nonsense&search=A+WELL', ['=Otieno', 'Wanja'], 0],
  [`from=${inDays(4)}&to=${inDays(9)}`, ['=Otieno', 'Amina'], 1],
  ['search=wanja@example', ['Wanja'], 0],
  ['search=0712000002', ['Amina'], 1],
  ['search=0002', [], 0],
  ['search=%25', [], 0],
  ['sort=date', ['Baraka', 'Wanja', '=Otieno', 'Amina'], 1],
  ['sort=asked', ['Baraka', 'Amina', 'Wanja', '=Otieno'], 1],
])('visits are found by group, days, guest and drive: %s', async (query, names, unanswered) => {
  const { rows, totals } = await asked(query)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(totals).toEqual({ count: names.length, unanswered })
})

test.each(['', 'sort=date'])('the list is read part by part, each visit once: %s', async (query) => {
  const from = (after: string | null) =>
    bookedVisitsList.asked(new URLSearchParams(`${query}&after=${encodeURIComponent(after ?? '')}`))
  const all = await everyRow((after) => bookedVisitsList.page(db, from(after), 3))
  expect(all.map(({ name }) => name)).toEqual((await asked(query)).rows.map(({ name }) => name))
})

test('looking is written down without the guest who was searched for', async () => {
  await bookedVisitsList.shown(db, new URLSearchParams('search=amina@example.test&visits=pending'), by)
  const line = await db.selectFrom('audit_log').orderBy('id', 'desc').select(['noun', 'after']).executeTakeFirst()
  expect(line).toEqual({ noun: 'visit', after: { search: 'by name or mail', visits: 'pending' } })
})

test('the file masks the numbers of guests, says what nobody answered, and runs no formula', async () => {
  const reader = { words: wordsIn('en'), language: 'en' as const }
  const text = await bookedVisitsList.csv(db, new URLSearchParams('sort=date'), reader).text()
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe('Visit Date,Time,Fund drive,Slug,Guest,Email,Phone,Guests,Status,RSVP Date')
  expect(lines[1]).toContain(
    `${inDays(-2)},11:00,A roof for the school,${roof.slug},Baraka,baraka@example.test,0712 … 001,2,Not answered,`,
  )
  expect(lines[3]).toContain(",'=Otieno,otieno@example.test,")
  expect(lines).toHaveLength(5)
})
