import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#app/addresses.ts'
import { house } from '#app/platform/house.server.ts'
import { openHttp } from '#app/platform/http/http.server.ts'
import { listening } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { allLines, buildOf } from '#test/whole-build.tsx'
import routes from '../routes.ts'

// An administrator who takes a file along is written down and counted, however the address of the file is spelled.

const db = await testDatabase()
let build: ReturnType<typeof buildOf>
const server = openHttp(async () => build, 'production', { files: 'public', addresses })
let at: Awaited<ReturnType<typeof listening>>
let cookie = ''
let slug = ''

beforeAll(async () => {
  build = buildOf(await allLines())
  house.ready(async () => {})
  at = await listening(server)
  cookie = (await signedIn(await somePerson(db, { admin: true }))).headers.get('cookie') ?? ''
  slug = (await fullDrive(db, (await somePerson(db)).id)).slug
}, 120_000)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => at.ask(path, { headers: { cookie } })
const exports = async () =>
  (await sql<{ times: number }>`select count(*)::int as times from audit_log where act = 'exported'`.execute(db))
    .rows[0]!.times

const spellings: [string, (path: string) => string][] = [
  ['a slash at the end', (path) => `${path}/`],
  ['capitals', (path) => path.replace('.csv', '.CSV')],
  ['a letter as a number', (path) => path.replace('.csv', '%2ecsv')],
  ['another letter as a number', (path) => path.replace('donations', '%64onations')],
  ['the slug with a number', (path) => path.replace(slug, slug.replace('-', '%2d'))],
  ['the slug in capitals', (path) => path.replace(slug, slug.toUpperCase())],
]

test.each(spellings)('%s: the file is led to its one address and is written down there', async (_, spelled) => {
  const path = `/fund-drive/${slug}/donations.csv`
  const before = await exports()
  const odd = await get(`${spelled(path)}?day=2026-01-01`)
  expect([odd.status, odd.headers.location]).toEqual([301, `${path}?day=2026-01-01`])
  expect(odd.text).toBe('')
  expect(await exports()).toBe(before)
  expect((await get(path)).status).toBe(200)
  expect(await exports()).toBe(before + 1)
})

test.each(spellings)('%s: as data of a page it is written down, too', async (_, spelled) => {
  const before = await exports()
  const answer = await get(`${spelled(`/fund-drive/${slug}/donations.csv`).replace(/\/$/, '')}.data`)
  if (answer.status < 300 && !answer.text.includes('SingleFetchRedirect')) expect(await exports()).toBe(before + 1)
  else expect(answer.text).not.toContain('@')
})

test('an address with odd letters is led to its own, and never out of the house', async () => {
  for (const [odd, its] of [
    ['/DASHBOARD/?a=1', '/dashboard?a=1'],
    ['/%61uth', '/auth'],
    ['/admin/Donations.csv', '/admin/donations.csv'],
    [`/fundraiser/${slug}/Book-Visit/`, `/fundraiser/${slug}/book-visit`],
  ] as const) {
    const answer = await get(odd)
    expect([odd, answer.status, answer.headers.location]).toEqual([odd, 301, its])
  }
  for (const odd of ['/no-such-place/', '//auth', `//evil.example/fund-drive/${slug}/home/`])
    expect([odd, (await get(odd)).status]).toEqual([odd, 404])
})

/** Every address of the product, with these letters wherever it has a name, a number or a secret. */
function addressesWith(letters: string): string[] {
  const all: string[] = []
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const { path, children } of entries) {
      const whole = path ? `${above}/${path}` : above
      if (path?.includes(':')) all.push(whole)
      if (children) walk(children, whole)
    }
  }
  walk(routes as RouteConfigEntry[], '')
  return all.map((path) => path.replaceAll(/:[a-z]+/gi, letters))
}

test.each(['%D0%B6', '%F0%9F%8E%89%E2%80%AE'])(
  'no address with letters like %s is a fault',
  async (letters) => {
    const all = addressesWith(letters)
    expect(all.length).toBeGreaterThan(150)
    const faults: string[] = []
    for (const path of all)
      for (const headers of [{}, { cookie }]) if ((await at.ask(path, { headers })).status >= 500) faults.push(path)
    // The door's program is a part of the build, which is not here.
    expect(faults.filter((path) => !path.startsWith('/door/'))).toEqual([])
  },
  120_000,
)
