import { describe, expect, test } from 'vitest'
import { loader as seen } from '#app/drives/public-page/api/seen.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { newPageToken } from '#app/drives/views/report.server.ts'
import { countViews, isStaying } from '#app/drives/views/view.server.ts'
import { viewsList } from '#app/drives/views/views-list.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import { asking, jar } from '#test/asking.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'
import { action } from './track-view.ts'

const db = await testDatabase()

const phone = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36'
type From = {
  address?: string
  origin?: string | null
  cookie?: string
  person?: { id: string; isAdmin: boolean }
  type?: string
  agent?: string
  /** The token of the drive's own page, unless another one is shown, or none. */
  token?: string | null
  site?: string
}

async function send(body: unknown, from: From = {}) {
  const { context, params, url } = asking({
    ...(from.address ? { address: from.address } : {}),
    path: '/api/track-view',
  })
  if (from.person) context.set(personContext, from.person as never)
  const headers = new Headers({ 'content-type': from.type ?? 'application/json', 'user-agent': from.agent ?? phone })
  const origin = from.origin === undefined ? context.get(askedContext).origin : from.origin
  if (origin) headers.set('origin', origin)
  if (from.cookie) headers.set('cookie', from.cookie)
  if (from.site) headers.set('sec-fetch-site', from.site)
  const about = (body as { fund_drive_id?: unknown })?.fund_drive_id
  const token = from.token === undefined ? newPageToken(String(about)) : from.token
  if (token) headers.set('page-token', token)
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(url, { method: 'POST', headers, body: sent })
  const answer = await action({ request, context, params })
  return { status: answer.status, said: await answer.json(), retryAfter: context.get(askedContext).retryAfter }
}
const look = (id: string, more: object = {}) => ({
  fund_drive_id: id,
  device_type: 'mobile',
  location: 'Unknown',
  ...more,
})
const newCookie = () => jar([newVisitorCookie(new Request('http://x/'))!])

describe('a look that is told', () => {
  test('is counted once, with device, country and shortened address [T131]', async () => {
    const { id } = await someDrive(db)
    const from = { address: '41.90.64.123', cookie: newCookie() }
    expect(await send(look(id), from)).toMatchObject({ status: 200, said: { success: true, view: 'counted' } })
    expect(await send(look(id), from)).toMatchObject({ status: 200, said: { success: true, view: 'again' } })
    const [view, ...others] = await rowsOf(viewsList, db, id)
    expect(others).toEqual([])
    expect(view).toMatchObject({ deviceType: 'mobile', location: 'KE', address: '41.90.64.0' })
  })

  test('is believed about its device if that is one, and about its place where we know none [T214]', async () => {
    const { id } = await someDrive(db)
    const told: [object, string, [string, string]][] = [
      [{ device_type: 'tablet' }, '10.0.0.1', ['tablet', 'Unknown']],
      [{ device_type: 'DESKTOP', location: 'Kisumu' }, '10.0.0.2', ['desktop', 'Kisumu']],
      [{ device_type: 'fridge', location: ' \u202eNairobi\n\0 ' }, '10.0.0.3', ['mobile', 'Nairobi']],
      [{ device_type: undefined, location: undefined }, '10.0.0.4', ['mobile', 'Unknown']],
      [{ location: 'Atlantis' }, '41.202.240.1', ['mobile', 'UG']],
      [
        { location: '   ', remaining_views: 9999, user_id: 'x', viewer_ip: '1.1.1.1' },
        '10.0.0.5',
        ['mobile', 'Unknown'],
      ],
    ]
    for (const [more, address, wanted] of told) {
      expect((await send(look(id, more), { address, cookie: newCookie() })).said.view).toBe('counted')
      const [view] = await rowsOf(viewsList, db, id, '', 1)
      expect([view!.deviceType, view!.location]).toEqual(wanted)
    }
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 9, used: 6 })
  })

  test('costs nothing for the owner and for administrators, and so does what a page elsewhere claims to be theirs', async () => {
    const { id, ownerId } = await someDrive(db)
    const owner = { id: ownerId, isAdmin: false }
    expect((await send(look(id), { person: owner })).said.view).toBe('free')
    expect((await send(look(id), { person: { id: crypto.randomUUID(), isAdmin: true } })).said.view).toBe('free')
    expect((await send(look(id), { person: owner, origin: 'https://evil.example' })).said.view).toBe('free')
    expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
    // Only what the page elsewhere told is counted for the owner.
    expect(await countViews(db, id)).toBe(1)
  })

  test('from a page elsewhere doesn’t stand for the visitor whose cookie comes along', async () => {
    const { id } = await someDrive(db)
    const from = { address: '10.9.9.9', cookie: newCookie() }
    expect((await send(look(id), from)).said.view).toBe('counted')
    expect((await send(look(id), { ...from, origin: 'https://evil.example' })).said.view).toBe('free')
    expect((await send(look(id), { ...from, origin: null })).said.view).toBe('again')
  })

  test('of a drive that nobody can see is none', async () => {
    expect(await send(look(crypto.randomUUID()))).toMatchObject({ status: 404, said: { error: expect.any(String) } })
  })

  test('by the 64 who come at once for the last credit: one is counted, the others are told', async () => {
    const { id } = await someDrive(db)
    await query`update subscriptions set used_views = 0, views = 1, remaining_views = 1 where fund_drive_id = ${id}`
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, nr) => send(look(id), { address: `10.7.${nr}.1`, cookie: newCookie() })),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(64).fill(200))
    expect(all.filter(({ said }) => said.view === 'counted')).toHaveLength(1)
    expect(all.filter(({ said }) => said.view === 'blocked' && said.success === false)).toHaveLength(63)
  })

  test('may be told six hundred times a minute from one network, then it says when to come again [T410]', async () => {
    const { id } = await someDrive(db)
    const from = { address: '10.8.8.8' }
    const all = []
    for (let nr = 0; nr < 601; nr++) all.push(await send(look(id), from))
    expect(all.slice(0, 600).every(({ status }) => status === 200)).toBe(true)
    const last = all.at(-1)!
    expect([last.status, typeof last.said.error]).toEqual([429, 'string'])
    expect(last.retryAfter).toBeGreaterThan(0)
    expect(last.retryAfter).toBeLessThanOrEqual(60)
  })
})

describe('a page elsewhere, or a program', () => {
  const evil = 'https://evil.example'
  const ways: [string, (id: string) => From][] = [
    ['a page elsewhere', () => ({ origin: evil, token: null })],
    ['a page elsewhere that got hold of a token', () => ({ origin: evil })],
    ['a frame without an origin', () => ({ origin: 'null' })],
    ['a page elsewhere whose browser names no origin', () => ({ origin: null, site: 'cross-site' })],
    ['a program without a token', () => ({ origin: null, token: null })],
    ['the token of another drive', () => ({ token: newPageToken(crypto.randomUUID()) })],
    ['an old token', (id) => ({ token: newPageToken(id, Date.now() - 31 * 60_000) })],
    [
      'a token that was drawn out',
      (id) => ({ token: newPageToken(id).replace(/^\d+/, (until) => `${Number(until) + 9999}`) }),
    ],
    ['nonsense', () => ({ token: `9999999999.${'x'.repeat(43)}` })],
  ]

  test.each(ways)('%s burns no credit, however many visitors it has; the owner sees them', async (_, way) => {
    const { id } = await someDrive(db)
    for (let nr = 1; nr <= 20; nr++) {
      const { status, said } = await send(look(id), { ...way(id), address: `102.${nr}.1.1` })
      expect([status, said]).toEqual([200, { success: true, view: 'free' }])
    }
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 15, used: 0 })
    expect(await countViews(db, id)).toBe(20)
    expect(await rowsOf(viewsList, db, id)).toHaveLength(20)
    expect(await brokenBooks(db)).toEqual([])
  })

  test('is nobody’s stay: the same visitor is counted when they see the page [T486]', async () => {
    const { id } = await someDrive(db)
    const from = { address: '41.90.64.9', cookie: newCookie() }
    expect((await send(look(id), { ...from, token: null })).said.view).toBe('free')
    expect((await send(look(id), { ...from, token: null })).said.view).toBe('free')
    expect(await countViews(db, id)).toBe(1)
    const visitor = visitorKey({ headers: new Headers({ cookie: from.cookie }) }, from.address)
    expect(await isStaying(db, id, visitor)).toBe(false)
    expect((await send(look(id), from)).said.view).toBe('counted')
  })

  test('fills no disk: of one network two hundred a day are written down', async () => {
    const { id } = await someDrive(db)
    for (let nr = 0; nr < 210; nr++) {
      if (nr % 50 === 0) await db.deleteFrom('rate_limits').execute()
      await send(look(id), { token: null, address: '102.9.9.9', agent: `${phone} ${nr}` })
    }
    expect(await countViews(db, id)).toBe(200)
    expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
  })
})

describe('a body that is none', () => {
  const id = crypto.randomUUID()
  const ids = [
    null,
    '',
    ' ',
    0,
    1e9,
    true,
    [],
    [id],
    {},
    { $ne: 1 },
    'x',
    '../../etc',
    `${id}0`,
    id.slice(1),
    `${id}\n`,
    "' or 1=1 --",
  ]
  const bodies: unknown[] = [
    '',
    ' ',
    'null',
    '1',
    '"text"',
    'true',
    '[]',
    '[{}]',
    '{',
    '{}',
    '{"fund_drive_id"}',
    "{'a':1}",
    'NaN',
    '\0',
    '{"a":1}{"b":2}',
    '['.repeat(4000),
    '{"a":'.repeat(1500),
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
    '<xml/>',
    'fund_drive_id=1',
    '{"__proto__":{"fund_drive_id":"x"}}',
    '{"constructor":1}',
    `{"fund_drive_id":"${id}","fund_drive_id":7}`,
    ...ids.map((fund_drive_id) => ({ ...look(id), fund_drive_id })),
    ...[7, true, [], {}, ['mobile'], 'x'.repeat(41)].map((device_type) => look(id, { device_type })),
    ...[7, false, [], {}, 'x'.repeat(81)].map((location) => look(id, { location })),
  ]

  test.each(bodies.map((body) => [(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 600), body]))(
    '%s',
    async (_, body) => {
      const wanted = { status: 400, said: { error: expect.stringMatching(/\S/) }, retryAfter: undefined }
      expect(await send(body)).toEqual(wanted)
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'nor is one that says it is %s',
    async (type) => {
      expect(await send(look(id), { type })).toMatchObject({ status: 415, said: { error: expect.any(String) } })
    },
  )
})

describe('the picture of one dot', () => {
  type By = { cookie?: string; address?: string; site?: string; agent?: string; token?: string }
  async function load(slug: string, from: By = {}) {
    const { context, url } = asking({
      path: `/fundraiser/${slug}/seen.gif?token=${from.token ?? ''}`,
      address: from.address ?? '41.90.64.9',
    })
    const headers = new Headers({ 'user-agent': from.agent ?? phone, cookie: from.cookie ?? '' })
    if (from.site) headers.set('sec-fetch-site', from.site)
    const answer = await seen({ request: new Request(url, { headers }), context, params: { slug } } as never)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ])
    return answer
  }

  test('counts a browser without a script, once, and together with what a script tells', async () => {
    const { id, slug } = await someDrive(db)
    const from = { address: '41.90.64.9', cookie: newCookie() }
    const token = newPageToken(id)
    await Promise.all(Array.from({ length: 10 }, () => load(slug, { ...from, token })))
    expect((await send(look(id), from)).said.view).toBe('again')
    expect(await creditsOf(db, id)).toMatchObject({ used: 1 })
    expect(await rowsOf(viewsList, db, id)).toMatchObject([
      { deviceType: 'mobile', location: 'KE', address: '41.90.64.0' },
    ])
  })

  test('counts neither crawlers, nor pages elsewhere that show it, nor drives that are not there', async () => {
    const { id, slug } = await someDrive(db)
    await load(slug, { agent: 'facebookexternalhit/1.1' })
    await load(slug, { site: 'cross-site' })
    await load('no-such-drive')
    expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
    expect(await countViews(db, id)).toBe(0)
    // Without the page's token a person has loaded the picture and not the page.
    await load(slug)
    expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
    expect(await countViews(db, id)).toBe(1)
  })
})
