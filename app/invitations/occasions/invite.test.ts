import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { dayIn } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { inviteFromDrive } from './occasion.server.ts'
import { occasionTexts } from './occasion.ts'
import { newInvitationForm } from './occasion-forms.ts'

const db = await testDatabase()
const typed = { title: 'Wanjiku & Kamau', hosts: 'Familia', kind: 'wedding', day: dayIn(30), time: '10:00' }
const others = [
  { title: 'Wanjiku' },
  { hosts: 'Kamau' },
  { kind: 'ruracio' },
  { day: dayIn(31) },
  { time: '11:00' },
  { place: 'Limuru' },
  { language: 'sw' },
  { shared: 'on' },
]

test('a form that comes again makes nothing, and with anything else in it, it is another invitation with a key of its own', async () => {
  const { ownerId } = await someDrive(db)
  const form = { ...typed, key: crypto.randomUUID() }
  const send = (own = {}) => inviteFromDrive(db, ownerId, newInvitationForm.parse({ ...form, ...own }))
  const { slug } = await send()
  expect(await send()).toEqual({ slug, isOther: false })
  for (const other of others) {
    const refused = await send(other).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([other, { says: occasionTexts.another, typed: { key: expect.any(String) } }])
  }
  expect((await send({ key: crypto.randomUUID() })).slug).not.toBe(slug)
})

test('a drive that has one leads to it, and is told apart from the form that made it', async () => {
  const { id, ownerId } = await someDrive(db)
  const form = { ...typed, key: crypto.randomUUID() }
  const send = (own = {}) => inviteFromDrive(db, ownerId, newInvitationForm.parse({ ...form, ...own }), { id })
  const { slug } = await send()
  expect(await send()).toEqual({ slug, isOther: false })
  for (const other of [{ key: crypto.randomUUID() }, { key: undefined }, ...others])
    expect([other, await send(other)]).toEqual([other, { slug, isOther: true }])
})
