import { afterEach, describe, expect, test } from 'vitest'
import { keepPhoto } from '#app/invitations/wrap-up/objections.server.tsx'
import { removePhoto } from '#app/invitations/wrap-up/posts.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest, somePhoto } from '#test/gatherings.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A guest sees the photos of posts and asks to have one taken down, without a script.

const db = await testDatabase()
const { get, send } = plainBrowser()
afterEach(() => db.deleteFrom('rate_limits').execute())

const says = {
  en: {
    take: 'Take this down',
    ask: 'Ask to take it down',
    asked: 'You asked to take this down',
    gone: 'was taken down',
  },
  sw: { take: 'Ondoa hii', ask: 'Omba iondolewe', asked: 'Umeomba hii iondolewe', gone: 'imeondolewa' },
}
async function shown() {
  const host = await someGathering(db)
  const [guest, photo] = [await someGuest(db, host), await somePhoto(db, host)]
  return { host, guest, photo, page: `/i/${guest.link}`, at: `/i/${guest.link}/photos/${photo}` }
}
const objections = (photo: string) =>
  db.selectFrom('photo_objections').where('photo_id', '=', photo).select(['words', 'supporter_id']).execute()

test.each(['en', 'sw'] as const)('from the photo to what came of it (%s)', async (language) => {
  const { host, guest, photo, page, at } = await shown()
  const { take, ask, asked, gone } = says[language]
  const before = await get(page, { language })
  expect(before.words).toContain(take)
  expect(before.text).toMatch(/<img [^>]*width="800" height="600" loading="lazy"/)
  expect((await get(at, { language })).words).toContain(ask)
  const { status, headers } = await send(at, { words: 'My child is on it' })
  expect([status, headers.location]).toEqual([303, `${at}#main`])
  expect(await objections(photo)).toEqual([{ words: 'My child is on it', supporter_id: guest.id }])
  expect((await get(page, { language })).words).toContain(asked)
  expect((await get(at, { language })).words).not.toContain(ask)
  await keepPhoto(db, host.mine, photo)
  expect((await get(at, { language })).words).toContain(language === 'en' ? 'keeps the photo' : 'ameiacha picha')
  await removePhoto(db, host.mine, photo)
  const after = await get(page, { language })
  expect(after.words).toContain(gone)
  expect(after.text).not.toContain(photo)
  expect((await get(at)).status).toBe(404)
})

describe('nobody but a guest of the gathering asks', () => {
  test('a photo of another one, one that is gone, and odd ids are missing, and nothing is written', async () => {
    const [one, other] = [await shown(), await shown()]
    for (const id of [other.photo, crypto.randomUUID(), 'x', '0', '%D9%A3', 'x'.repeat(500)]) {
      expect([id, (await get(`${one.page}/photos/${id}`)).status]).toEqual([id, 404])
      expect([id, (await send(`${one.page}/photos/${id}`, { words: '' })).status]).toEqual([id, 404])
    }
    for (const link of ['222222222222', 'nobody'])
      expect((await send(`/i/${link}/photos/${other.photo}`, { words: '' })).status).toBe(404)
    expect(await objections(other.photo)).toEqual([])
  })

  test('words that are too long come back with what is wrong at them, and the twenty-first ask of an hour waits', async () => {
    const { at, photo } = await shown()
    const words = 'x'.repeat(501)
    const refused = await send(at, { words })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Please use at most 500 characters.')
    expect(refused.text).toContain(words)
    expect(await objections(photo)).toEqual([])
    for (let nr = 0; nr < 20; nr++) expect((await send(at, { words: '' })).status).toBe(303)
    expect((await send(at, { words: '' })).status).toBe(429)
    expect(await objections(photo)).toHaveLength(1)
  })
})
