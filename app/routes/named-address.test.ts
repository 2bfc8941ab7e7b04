import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// Under which address pages name themselves to search engines and chats, where APP_URL is not set.

const db = await testDatabase()
const { get } = plainBrowser()
const drive = await someDrive(db)
const { slug } = await someGathering(db, { shared: 'on' })
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

test.each(['localhost:4300', '192.168.1.20:4300', '[::1]:4300', 'laptop:4300', 'laptop.local'])(
  'this machine and its own network are called what they are called: %s',
  async (host) => {
    expect(named((await get('/', { host })).text)[0]).toBe(`http://${host}/`)
  },
)
