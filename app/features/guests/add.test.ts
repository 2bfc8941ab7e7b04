import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering } from '#test/gatherings.ts'
import { addOccasion } from '../occasions/occasion.server.ts'
import { occasionForm } from '../occasions/occasion-forms.ts'
import { addGuest, answerShared } from './add.server.ts'
import { says } from './invitation.ts'

// A form that comes again: from the host, and on the link that everybody shares.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

test('a form that comes again adds nobody, and with anything else in it, it is another guest with a key of its own', async () => {
  const host = await someGathering(db)
  await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy()))
  const phone = '+254712345678'
  const guest = { name: 'Mama Njeri', phone, email: null, seats: 3, note: 'Aunt', groups: ['choir'], occasions: [1] }
  const form = { ...guest, key: crypto.randomUUID() }
  const added = await addGuest(db, host.mine, form)
  expect(await addGuest(db, host.mine, form)).toEqual(added)
  const others = [
    { name: 'Njeri' },
    { phone: '+254712345679' },
    { email: 'njeri@example.org' },
    { seats: 4 },
    { note: 'Aunt of the groom' },
    { groups: [] },
    { occasions: [1, 2] },
  ]
  for (const other of others) {
    const refused = await addGuest(db, host.mine, { ...form, ...other }).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([other, { says: says.another, typed: { key: expect.any(String) } }])
  }
  const { id } = await addGuest(db, host.mine, { ...form, name: 'Njeri', phone: null, key: crypto.randomUUID() })
  expect(id).not.toBe(added.id)
})

test('an answer on the open link that comes again with an email address has it, and is written to in the language of then', async () => {
  const host = await someGathering(db, { shared: 'on' })
  const answer = { no: 1, reply: 'yes', adults: 1, children: 0, name: 'Otieno', phone: '+254712000009' } as const
  const form = { ...answer, language: 'en', key: crypto.randomUUID() }
  const { link } = await answerShared(db, host.slug, form)
  const [email, language] = ['otieno@example.org', 'sw']
  expect((await answerShared(db, host.slug, { ...form, email, language })).link).toBe(link)
  const kept = () => db.selectFrom('supporters').where('link', '=', link).select(['email', 'language']).execute()
  expect(await kept()).toEqual([{ email, language }])
  await answerShared(db, host.slug, { ...form, language })
  expect(await kept()).toEqual([{ email, language }])
})
