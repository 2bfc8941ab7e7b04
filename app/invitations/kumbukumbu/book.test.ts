import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { addHousehold, countHouseholds } from './book.server.ts'
import { kumbukumbuTexts } from './kumbukumbu.ts'

const db = await testDatabase()

test('a form that comes again adds nothing, and with anything else in it, it is another household with a key of its own', async () => {
  const owner = (await somePerson(db)).id
  const typed = { name: 'Otieno', phone: '+254712345678', what: 'Harusi', day: '2026-01-02', people: 3, gave: 250_000 }
  const form = { ...typed, words: 'Waliimba', key: crypto.randomUUID() }
  for (const _ of [1, 2]) await addHousehold(db, owner, form)
  const others = [
    { name: 'Baba Otieno' },
    { phone: null },
    { what: '' },
    { day: null },
    { people: 4 },
    { gave: 0 },
    { words: 'Walipika' },
  ]
  for (const other of others) {
    const refused = await addHousehold(db, owner, { ...form, ...other }).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([
      other,
      { says: kumbukumbuTexts.another, typed: { key: expect.any(String) } },
    ])
  }
  expect(await countHouseholds(db, owner)).toBe(1)
  await addHousehold(db, owner, { ...form, key: crypto.randomUUID() })
  expect(await countHouseholds(db, owner)).toBe(2)
})
