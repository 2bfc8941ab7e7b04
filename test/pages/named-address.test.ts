import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// Under which address pages name themselves, and which links people copy from them, where APP_URL is not set.

const db = await testDatabase()
const { get } = plainBrowser()
const drive = await someDrive(db)
const gathering = await someGathering(db, { shared: 'on' })
const { slug } = gathering
const guest = await someGuest(db, gathering)
const owner = await somePerson(db)
const own = await someDrive(db, { ownerId: owner.id })
const named = (text: string) =>
  [...text.matchAll(/<(?:link rel="canonical" href|meta property="og:(?:url|image)" content)="([^"]+)"/g)].map(
    ([, address]) => address,
  )

test.each(['evil.example', 'evil.example:80', '203.0.113.7'])(
  'no page names itself by a Host that anybody may have written: %s',
  async (host) => {
    for (const path of ['/', `/fundraiser/${drive.slug}`, `/invitation/${slug}`]) {
      const { status, text } = await get(path, { host })
      expect([path, status, named(text).length]).toEqual([path, 200, path.startsWith('/inv') ? 2 : 3])
      for (const address of named(text)) expect(address).toMatch(/^http:\/\/localhost(:\d+)?\//)
    }
  },
)

test('no link that is copied, shared or printed follows a Host that anybody may have written', async () => {
  const cookie = (await signedIn(owner)).headers.get('cookie')!
  const host = 'evil.example'
  const open = [
    `/fundraiser/${drive.slug}`,
    `/invitation/${slug}`,
    `/i/${guest.link}`,
    `/api/fund-drives/${drive.slug}`,
  ]
  const owned = ['home', 'info', 'poster'].map((page) => `/fund-drive/${own.slug}/${page}`)
  const seen: string[] = []
  for (const path of [...open, ...owned]) {
    const { status, text } = await get(path, { host, cookie: owned.includes(path) ? cookie : '' })
    expect([path, status]).toEqual([path, 200])
    seen.push(text)
  }
  for (const text of seen) expect(text).not.toContain('evil.example')
  expect(seen.join('')).toContain(`http://localhost`)
})

test.each(['localhost:4300', '192.168.1.20:4300', '[::1]:4300', 'laptop:4300', 'laptop.local'])(
  'this machine and its own network are called what they are called: %s',
  async (host) => {
    expect(named((await get('/', { host })).text)[0]).toBe(`http://${host}/`)
  },
)
