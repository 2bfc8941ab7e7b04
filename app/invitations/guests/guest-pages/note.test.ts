import { afterEach, expect, test } from 'vitest'
import { rememberGuest } from '#app/invitations/kumbukumbu/guests.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A guest's page says that the host keeps a note of them, never what it says, and removes it without a script.

const db = await testDatabase()
const { get, send } = plainBrowser()
afterEach(() => db.deleteFrom('rate_limits').execute())

const says = {
  en: { kept: 'keeps a note of you in a book of their own', remove: 'Remove the note' },
  sw: { kept: 'ameandika juu yako katika kitabu chake', remove: 'Ondoa maandishi hayo' },
}

test.each(['en', 'sw'] as const)('the page says it and removes it (%s)', async (language) => {
  const host = await someGathering(db)
  const guest = await someGuest(db, host)
  const page = `/i/${guest.link}`
  const { kept, remove } = says[language]
  expect((await get(page, { language })).words).not.toContain(kept)
  await rememberGuest(db, host.mine, guest.id, 'Brought a secret goat')
  const seen = await get(page, { language })
  expect([seen.words, seen.words]).toEqual([expect.stringContaining(kept), expect.stringContaining(remove)])
  expect(seen.text).not.toContain('secret goat')
  const { status, headers } = await send(`${page}/note`, {})
  expect([status, headers.location]).toEqual([303, page])
  expect((await get(page, { language })).words).not.toContain(kept)
  expect(await db.selectFrom('remembered').where('user_id', '=', host.personId).select('id').execute()).toEqual([])
})

test('another guest’s page says nothing of it, and a link that nobody has removes nothing', async () => {
  const host = await someGathering(db)
  const [one, other] = [await someGuest(db, host, { name: 'One' }), await someGuest(db, host, { name: 'Other' })]
  await rememberGuest(db, host.mine, one.id, '')
  expect((await get(`/i/${other.link}`)).words).not.toContain(says.en.kept)
  for (const link of ['222222222222', 'nobody', other.link]) await send(`/i/${link}/note`, {})
  expect((await get(`/i/${one.link}`)).words).toContain(says.en.kept)
  // Who opens the address of the form action is led to the page.
  const led = await get(`/i/${one.link}/note`)
  expect([led.status, led.headers.location]).toEqual([302, `/i/${one.link}`])
})
