import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { wholeApp } from '#test/whole-app.ts'

// An administrator who takes a file along is written down and counted, however the address of the file is spelled. And requests
// that no browser of ours sends are answered with a status that is their sender's fault, never ours, and change nothing.

const db = await testDatabase()
const at = wholeApp()
let cookie = ''
let owners = ''
let slug = ''

beforeAll(async () => {
  cookie = (await signedIn(await somePerson(db, { admin: true }))).headers.get('cookie') ?? ''
  const owner = await somePerson(db)
  owners = (await signedIn(owner)).headers.get('cookie') ?? ''
  slug = (await fullDrive(db, owner.id)).slug
}, 120_000)

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

test('an address with odd letters is led to its own, and never out of the app', async () => {
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

const odd = [
  ...[
    '..%2f',
    '..;',
    '%00',
    '%',
    '%zz',
    '%c0%af',
    '%ff',
    '%5c',
    '%0d%0ax:y',
    '%E2%80%AE',
    '%F0%9F%98%80',
    "'",
    '%22',
    '<b>',
  ],
  ...['{}', '*', '~', '//evil.example', 'a'.repeat(5000)],
]
test.each(odd.map((name) => [name.slice(0, 20), name]))('a drive called %s is none', async (_, name) => {
  for (const path of [
    ...[`/fundraiser/${name}`, `/fundraiser/${name}/comments.json`, `/fundraiser/${name}/preview/x.jpg`],
    `/fund-drive/${name}/info`,
  ]) {
    const { status, headers } = await get(path)
    expect([301, 302, 303, 400, 404, 414, 431]).toContain(status)
    if (headers.location) expect(headers.location).toMatch(/^\/(?![/\\])/)
  }
})

test.each(['..', '../', '%2e%2e', '%2e%2e/', 'x/../..', '../../../etc/passwd', '%2e%2e/%2e%2e/data'])(
  'an address that climbs up by %s leads to what is there, and not out of the app',
  async (way) => {
    const { status, text } = await at.ask(`/fundraiser/${way}`)
    expect([200, 404]).toContain(status)
    expect(text).toMatch(/^<!DOCTYPE html>/i)
    expect(text).not.toContain('root:')
  },
)

test.each(['/api/./create-subscription', '/api/x/../create-subscription', '/webhooks/%2e%2e/api/create-subscription'])(
  '%s opens no other door than it leads to',
  async (path) => {
    const headers = { cookie: owners, origin: 'https://evil.example', 'content-type': 'application/json' }
    const { status, headers: told } = await at.ask(path, { method: 'POST', headers, body: '{}' })
    expect(status).toBe(403)
    expect(told).not.toHaveProperty('access-control-allow-origin')
  },
)

const formActions = {
  'fund-drive/:': [
    ...['info/save', 'settings/status', 'settings/collects', 'settings/delete', 'description', 'comments/state'],
    ...['rsvps/decide', 'images/add', 'images/caption', 'images/move', 'images/remove', 'images/restore'],
    ...['video/add', 'video/title', 'video/move', 'video/remove', 'video/restore'],
  ],
  'fundraiser/:': ['comment', 'like', 'book-visit'],
  dashboard: ['new', 'picture'],
}
const paths = Object.entries(formActions).flatMap(([place, all]) => all.map((one) => `/${place}/${one}`))
test.each(paths)('%s is done by a form of ours alone', async (pattern) => {
  const path = pattern.replace(':', slug)
  const drive = () => db.selectFrom('fund_drives').where('slug', '=', slug).selectAll().execute()
  const before = await drive()
  const headers = { cookie: owners, origin: at.origin, 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'title=Imebadilishwa&status=paused&sure=on&version=1&category=Arts&goal=5&content=x&description=x'
  const types = ['text/plain', 'application/json', '', 'multipart/form-data', 'multipart/form-data; boundary=x', 'x']
  for (const sent of [
    ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({ method, headers })),
    ...types.map((type) => ({ method: 'POST', headers: { ...headers, 'content-type': type } })),
  ]) {
    const { status } = await at.ask(path, { ...sent, body })
    expect([sent, status >= 400 && status < 500 ? '4xx' : status]).toEqual([sent, '4xx'])
  }
  const overridden = { ...headers, 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
  expect((await at.ask(`${path}?_method=POST&${body}`, { headers: overridden })).status).toBeLessThan(500)
  expect(await drive()).toEqual(before)
})
