import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { lengthen } from '#app/people/accounts/session.server.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { peopleList } from './people-list.server.ts'

const db = await testDatabase()
const achieng = await somePerson(db, { fullName: 'Achieng Otieno', username: 'achieng', email: 'achieng@example.test' })
const baraka = await somePerson(db, { fullName: 'Baraka 100% Mwangi', username: 'baraka', admin: true })
const chebet = await somePerson(db, { fullName: 'chebet Kiptoo', username: 'chebet_k' })
await setRows('users', { id: chebet.id }, { email_verified: false })
await setRows('users', { id: achieng.id }, { suspended_at: new Date(), suspended_why: 'x' })
await someDrive(db, { ownerId: baraka.id })
const at = (id: string, moment: string) => setRows('users', { id }, { seen_at: moment, created_at: moment })
await at(achieng.id, '2026-03-01')
await at(baraka.id, '2026-02-01')
await at(chebet.id, '2026-01-01')

const asked = (query: string | Record<string, string> = '') => peopleList.asked(new URLSearchParams(query))
const names = async (query: string) => (await peopleList.page(db, asked(query))).rows.map(({ username }) => username)

test('everybody is listed, those who came last first, and sorted by each column either way [T205]', async () => {
  expect(await names('')).toEqual(['achieng', 'baraka', 'chebet_k'])
  expect(await names('sort=joined&order=asc')).toEqual(['chebet_k', 'baraka', 'achieng'])
  expect(await names('sort=name&order=asc')).toEqual(['achieng', 'baraka', 'chebet_k'])
  expect(await names('sort=seen&order=asc')).toEqual(['chebet_k', 'baraka', 'achieng'])
  expect(await names('sort=password&order=sideways')).toEqual(['achieng', 'baraka', 'chebet_k'])
})

test('people are found by name, username or address, as it is typed', async () => {
  expect(await names('search=OTIENO')).toEqual(['achieng'])
  expect(await names('search=chebet_')).toEqual(['chebet_k'])
  expect(await names('search=achieng@example')).toEqual(['achieng'])
  expect(await names('search=100%25')).toEqual(['baraka'])
  expect(await names('search=_____')).toEqual([])
})

test('filters narrow the list, and the totals say the same', async () => {
  expect(await names('role=admin')).toEqual(['baraka'])
  expect(await names('role=user')).toEqual(['achieng', 'chebet_k'])
  expect(await names('verified=no')).toEqual(['chebet_k'])
  expect(await names('state=suspended')).toEqual(['achieng'])
  expect(await names('state=open&role=user')).toEqual(['chebet_k'])
  const totals = async (query: string) => (await peopleList.page(db, asked(query))).totals
  expect(await totals('')).toEqual({ people: 3, verified: 2, suspended: 1 })
  expect(await totals('role=user')).toEqual({ people: 2, verified: 1, suspended: 1 })
})

test('a line tells how many drives they have; the person who deleted their account is in no line', async () => {
  const gone = await somePerson(db)
  await setRows('users', { id: gone.id }, { deleted_at: new Date() })
  const { rows } = await peopleList.page(db, asked())
  expect(rows.map(({ drives, role }) => [drives, role])).toEqual([
    [0, 'user'],
    [1, 'admin'],
    [0, 'user'],
  ])
})

test.each(['joined', 'name', 'seen'])('page after page by %s shows everybody once', async (sort) => {
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await peopleList.page(db, asked({ sort, ...(after ? { after } : {}) }), 1)
    seen.push(...page.rows.map(({ username }) => username))
    after = page.next
  } while (after)
  expect(seen.sort()).toEqual(['achieng', 'baraka', 'chebet_k'])
})

test('when a person was here is kept with the use of their session', async () => {
  const minutesOld = async () => (Date.now() - (await oneRow('users', { id: baraka.id })).seen_at.getTime()) / 60_000
  const { headers } = await signedIn(baraka)
  expect(await minutesOld()).toBeLessThan(1)
  await at(baraka.id, '2026-02-01')
  const holding = await holder(db, headers)
  // Looking at pages writes nothing; lengthening the session does, every five minutes.
  expect(await minutesOld()).toBeGreaterThan(1)
  await lengthen(db, holding!.session)
  expect(await minutesOld()).toBeLessThan(1)
})

test('the log keeps how people were looked for, and nothing that was not asked', () => {
  const found = (query: string) =>
    peopleList.found(new URLSearchParams(query), { words: wordsIn('en'), language: 'en' })
  expect(found('search=amina&role=admin')).toEqual({ search: 'amina', role: 'admin' })
  expect(found('sort=name&order=desc&role=nobody')).toEqual({ sort: 'name', order: 'desc' })
})
