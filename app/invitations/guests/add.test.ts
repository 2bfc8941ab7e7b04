import { afterEach, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { setNewcomers } from '#app/invitations/occasions/gathering.server.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering } from '#test/gatherings.ts'
import { addGuest, answerShared } from './add.server.ts'
import { decideForAll } from './host.server.ts'
import { invitationTexts } from './invitation.ts'

// A form that comes again: from the host, and on the link that everybody shares.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

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
    expect([other, refused]).toMatchObject([
      other,
      { says: invitationTexts.another, typed: { key: expect.any(String) } },
    ])
  }
  const { id } = await addGuest(db, host.mine, { ...form, name: 'Njeri', phone: null, key: crypto.randomUUID() })
  expect(id).not.toBe(added.id)
})

const shared = (host: { slug: string }, nr: number, own: { address?: string; reply?: 'yes' | 'no' } = {}) =>
  answerShared(db, host.slug, {
    no: 1,
    reply: 'yes',
    adults: 1,
    children: 0,
    name: `Guest ${nr}`,
    phone: `+2547${String(nr).padStart(8, '0')}`,
    language: 'en',
    ...own,
  })

test('of one network sixty new guests an hour come in, the next wait for the host, and no more than three hundred are taken', async () => {
  const host = await someGathering(db, { shared: 'on' })
  const address = '2001:db8:1:2::3'
  const states: string[] = []
  for (let nr = 0; nr < 63; nr++) states.push((await shared(host, nr, { address: `2001:db8:1:${nr}::1` })).state)
  expect(states.filter((state) => state === 'yes')).toHaveLength(60)
  expect(states.slice(60)).toEqual(['asked', 'asked', 'asked'])
  // Another network is not concerned, nor is another invitation.
  expect((await shared(host, 100, { address: '192.0.2.1' })).state).toBe('yes')
  const other = await someGathering(db, { shared: 'on' })
  expect((await shared(other, 101, { address })).state).toBe('yes')
  for (let nr = 200; nr < 437; nr++) await shared(host, nr, { address })
  const refused = await shared(host, 500, { address }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  // Guests with a link of their own answer on.
  const { link } = await shared(host, 501, { address: '192.0.2.1' })
  expect(await answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })).toMatchObject({ state: 'no' })
}, 120_000)

test('a new guest who waits for the host stays so, whatever they answer next, until the host says Yes once', async () => {
  const host = await someGathering(db, { shared: 'on' })
  await setNewcomers(db, host.mine, 'ask')
  const { link, state } = await shared(host, 1)
  expect(state).toBe('asked')
  const says = (reply: 'yes' | 'maybe') => answer(db, link, { no: 1, reply, adults: 1, children: 0 })
  expect(await says('maybe')).toMatchObject({ state: 'maybe' })
  expect(await says('yes')).toMatchObject({ state: 'asked' })
  await shared(host, 2)
  expect(await decideForAll(db, host.mine, { no: 1, decision: 'approve' })).toBe(2)
  expect(await says('maybe')).toMatchObject({ state: 'maybe' })
  expect(await says('yes')).toMatchObject({ state: 'yes' })
  await shared(host, 3)
  expect(await decideForAll(db, host.mine, { no: 1, decision: 'turn-down' })).toBe(1)
})

test('where the host takes nobody new by the open link, guests on the list still answer', async () => {
  const host = await someGathering(db, { shared: 'on' })
  const { link } = await shared(host, 1)
  await setNewcomers(db, host.mine, 'none')
  await expect(shared(host, 2)).rejects.toThrow('no new guests')
  expect(await answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })).toMatchObject({ state: 'no' })
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
