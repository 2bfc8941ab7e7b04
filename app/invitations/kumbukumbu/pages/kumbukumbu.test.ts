import { afterEach, describe, expect, test } from 'vitest'
import type { bookList } from '#app/invitations/kumbukumbu/book.server.ts'
import { mostHouseholds } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { everythingAbout } from '#app/privacy/export.server.ts'
import * as bad from '#test/bad-input.ts'
import { badIds } from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { ask, sendTo } from '#test/form-actions.ts'
import { somePerson } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { action as add } from './add.tsx'
import { loader as book } from './book.tsx'
import { loader as file } from './book-csv.ts'
import { action as remove } from './remove.ts'
import { action as save, loader as saving } from './save.tsx'

// The book of households who helped a person: what its owner writes there, and that nobody else reads or changes it.

const db = await testDatabase()
afterEach(() => db.deleteFrom('rate_limits').execute())

const as = (id: string) => (context: Parameters<NonNullable<NonNullable<Parameters<typeof sendTo>[2]>['set']>>[0]) =>
  context.set(personContext, { id } as never)
const typed = (own: Record<string, string> = {}) => ({
  name: 'Mama Njeri & family',
  phone: '0712 345 678',
  what: 'Ruracio of Wanjiku',
  day: '2026-08-14',
  people: '4',
  gave: '5,000',
  words: 'Brought a goat.\nSang all night.',
  key: crypto.randomUUID(),
  ...own,
})
const adds = (id: string, own: Record<string, string> = {}) => sendTo(add, typed(own), { set: as(id) })
async function rowsOf(id: string, query = '') {
  const { data } = await ask(book, { path: `/kumbukumbu${query}`, set: as(id) })
  const { list } = data as { list: { rows: Row[]; next: string | null } }
  return list
}
type Row = Awaited<ReturnType<typeof bookList.page>>['rows'][number]
const written = (id: string, households: { name: string }[]) =>
  db
    .insertInto('remembered')
    .values(households.map((one) => ({ ...one, user_id: id })))
    .execute()

describe('its owner', () => {
  test('adds a household, reads it, changes it and removes it', async () => {
    const { id } = await somePerson(db)
    expect((await rowsOf(id)).rows).toEqual([])
    const sent = typed()
    // The same form twice is one household.
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await sendTo(add, sent, { set: as(id) })
      expect([status, headers.get('location')]).toEqual([303, '/kumbukumbu'])
    }
    const [row, ...more] = (await rowsOf(id)).rows
    expect([row, more]).toEqual([
      {
        id: row!.id,
        name: 'Mama Njeri & family',
        phone: '0712 345 678',
        what: 'Ruracio of Wanjiku',
        day: '2026-08-14',
        people: 4,
        gave: 500_000,
        words: 'Brought a goat.\nSang all night.',
      },
      [],
    ])
    const at = { params: { household: row!.id }, set: as(id) }
    const emptied = { name: 'Mama Njeri', phone: '', what: '', day: '', people: '', gave: '', words: '', version: '1' }
    expect((await sendTo(save, emptied, at)).status).toBe(303)
    expect((await rowsOf(id)).rows).toMatchObject([
      { name: 'Mama Njeri', phone: null, what: '', day: null, people: null, gave: null, words: '' },
    ])
    // Another window still shows what was there before.
    const stale = await sendTo(save, { ...emptied, name: 'Baba Njeri' }, at)
    expect([stale.status, stale.answer?.typed?.name]).toEqual([409, 'Baba Njeri'])
    expect((await sendTo(remove, {}, at)).status).toBe(303)
    expect((await rowsOf(id)).rows).toEqual([])
    expect((await sendTo(remove, {}, at)).status).toBe(404)
  })

  test('reads fifty at a time, by name, and finds them by it', async () => {
    const { id } = await somePerson(db)
    const names = Array.from({ length: 120 }, (_, nr) => `Household ${String(nr).padStart(3, '0')}`)
    await written(
      id,
      [...names].reverse().map((name) => ({ name })),
    )
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { rows, next }: Awaited<ReturnType<typeof rowsOf>> = await rowsOf(id, after && `?after=${after}`)
      expect(rows.length).toBeLessThanOrEqual(50)
      found.push(...rows.map(({ name }) => name))
      after = next
    }
    expect(found).toEqual(names)
    expect((await rowsOf(id, '?search=hold%2000')).rows).toHaveLength(10)
    expect((await rowsOf(id, '?search=%25')).rows).toEqual([])
  })

  test('takes it along as a file, in which nothing is a formula', async () => {
    const { id } = await somePerson(db)
    await adds(id, { name: '=cmd|calc!A1', words: '+SUM(1)', what: '@import' })
    await adds(id, { name: 'Zawadi', gave: '99.50', people: '0' })
    const { data } = await ask(file, { path: '/kumbukumbu.csv', set: as(id) })
    const [, first, last] = String(data).trim().split('\r\n')
    expect(first).toBe(`'=cmd|calc!A1,0712 345 678,'@import,2026-08-14,4,5000,'+SUM(1)`)
    expect(last).toMatch(/^Zawadi,.*,0,99.5,/)
    expect(String((await ask(file, { path: '/kumbukumbu.csv?search=zawadi', set: as(id) })).data)).not.toContain('cmd')
  })

  test('has at most 5,000 households, however many forms come at once', async () => {
    const { id } = await somePerson(db)
    await query`insert into remembered (user_id, name) select ${id}, 'Household ' || n from generate_series(1, ${mostHouseholds - 2}) n`
    const sent = await Promise.all(Array.from({ length: 12 }, () => adds(id)))
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 303, ...Array(10).fill(409)])
  })

  test('finds it in the copy of their data; it goes with the account', async () => {
    const person = await somePerson(db)
    await adds(person.id)
    expect((await everythingAbout(db, person.id)).kumbukumbu).toMatchObject([
      { name: 'Mama Njeri & family', phone: '+254712345678', day: '2026-08-14', people: 4, gaveInCents: 500_000 },
    ])
    const other = await somePerson(db)
    await adds(other.id)
    await deleteAccount(db, person.id, person.password)
    expect((await rowsOf(person.id)).rows).toEqual([])
    expect((await rowsOf(other.id)).rows).toHaveLength(1)
  })
})

test('nobody else reads, changes or removes it, and no administrator', async () => {
  const [owner, other, admin] = [await somePerson(db), await somePerson(db), await somePerson(db, { admin: true })]
  await adds(owner.id)
  const [row] = (await rowsOf(owner.id)).rows
  for (const { id } of [other, admin]) {
    const at = { params: { household: row!.id }, set: as(id) }
    expect((await rowsOf(id)).rows).toEqual([])
    expect(String((await ask(file, { path: '/kumbukumbu.csv', set: as(id) })).data)).not.toContain('Njeri')
    expect((await ask(saving, at)).status).toBe(404)
    expect((await sendTo(save, typed({ name: 'Mine', version: '1' }), at)).status).toBe(404)
    expect((await sendTo(remove, {}, at)).status).toBe(404)
  }
  expect((await rowsOf(owner.id)).rows).toEqual([row])
})

describe('what nobody should send', () => {
  test('is refused at its field, and what was typed comes back', async () => {
    const { id } = await somePerson(db)
    const wrong: Record<string, string[]> = {
      name: ['', ' ', '\u200b', 'x'.repeat(101)],
      phone: ['071', 'Njeri', '+254 712 345 678 901', '9'.repeat(41)],
      what: ['x'.repeat(121)],
      day: ['2026-02-30', '1899-12-31', '2101-01-01', '9999-12-31', 'today', '14/08/2026'],
      people: ['-1', '1001', '1e3', '1.5', '٣', 'three', '99999'],
      gave: ['-1', '1e3', '10,000,001', 'a goat', '1.234', '٣'],
      words: ['x'.repeat(501)],
    }
    for (const [field, all] of Object.entries(wrong))
      for (const one of all) {
        const { status, answer } = await adds(id, { [field]: one })
        expect([field, one, status, Object.keys(answer?.errors ?? {})]).toEqual([field, one, 422, [field]])
        expect(answer?.typed).toMatchObject({ words: field === 'words' ? one : typed().words, [field]: one })
      }
    expect((await rowsOf(id)).rows).toEqual([])
  })

  test('is kept as it was meant, or refused: never a fault', async () => {
    const { id } = await somePerson(db)
    for (const text of bad.badTexts()) {
      await db.deleteFrom('rate_limits').execute()
      const { status } = await adds(id, { name: text, what: text, words: text })
      expect([text.slice(0, 40), [303, 422].includes(status)]).toEqual([text.slice(0, 40), true])
    }
    for (const phone of bad.badPhones()) expect([303, 422]).toContain((await adds(id, { phone })).status)
    for (const household of badIds()) {
      expect((await ask(saving, { params: { household }, set: as(id) })).status).toBe(404)
      // What is no id is missing already for the address, without a form to give back.
      const sent = await sendTo(remove, {}, { params: { household }, set: as(id) }).catch(({ init }) => init)
      expect(sent.status).toBe(404)
    }
    const names = (await db.selectFrom('remembered').where('user_id', '=', id).select('name').execute()).map(
      ({ name }) => name,
    )
    expect(names.filter((name) => /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))).toEqual([])
    // Whose book it is can't be typed.
    const other = await somePerson(db)
    const before = (await rowsOf(other.id)).rows
    expect((await adds(id, { ...bad.foreignFields, user_id: other.id })).status).toBe(303)
    expect((await rowsOf(other.id)).rows).toEqual(before)
  })
})
