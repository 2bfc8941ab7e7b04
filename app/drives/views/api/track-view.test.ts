import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loader as seen } from '#app/drives/public-page/api/seen.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { newPageToken } from '#app/drives/views/report.server.ts'
import { countViews, isStaying } from '#app/drives/views/view.server.ts'
import { viewsList } from '#app/drives/views/views-list.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
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
  /** True for the first of the two requests of a browser without a cookie. */
  isFirst?: boolean
}

async function send(body: unknown, from: From = {}) {
  const { context, params, url } = asking({
    ...(from.address ? { address: from.address } : {}),
    path: `/api/track-view${from.isFirst ? '' : '?cookie=asked'}`,
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
  const { retryAfter } = context.get(askedContext)
  const set = answer.headers.getSetCookie()
  return {
    status: answer.status,
    said: answer.status === 307 ? null : await answer.json(),
    retryAfter,
    set,
    to: answer.headers.get('location'),
  }
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
      expect(await send(body)).toMatchObject(wanted)
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
  type By = { cookie?: string; address?: string; site?: string; agent?: string; token?: string; isFirst?: boolean }
  async function load(slug: string, from: By = {}) {
    const { context, url } = asking({
      path: `/fundraiser/${slug}/seen.gif?token=${from.token ?? ''}${from.isFirst ? '' : '&cookie=asked'}`,
      address: from.address ?? '41.90.64.9',
    })
    const headers = new Headers({ 'user-agent': from.agent ?? phone, cookie: from.cookie ?? '' })
    if (from.site) headers.set('sec-fetch-site', from.site)
    const answer = await seen({ request: new Request(url, { headers }), context, params: { slug } } as never)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (!from.isFirst) expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
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

describe('behind a shared cache a browser without a cookie is sent once more, and counted by the cookie that it keeps', () => {
  beforeAll(() => {
    settings.EDGE_CACHE = 'cdn-cache-control'
  })
  afterAll(() => {
    settings.EDGE_CACHE = 'off'
  })

  /** A browser's cookies, oldest first, as a request carries them. */
  function newBrowser() {
    const cookies = new Map<string, string>()
    return {
      cookie: () => [...cookies].map((one) => one.join('=')).join('; '),
      take(set: string[]) {
        for (const one of set) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one)!
          cookies.set(name, value)
        }
      },
    }
  }
  const address = '41.90.64.9'
  const first = (id: string, cookie = '') => send(look(id), { address, cookie, isFirst: true })
  const second = async (id: string, browser: ReturnType<typeof newBrowser>) => {
    const { said, set } = await send(look(id), { address, cookie: browser.cookie() })
    browser.take(set)
    return said.view as string
  }

  test('once, and a reload is the same stay [T1501]', async () => {
    const { id } = await someDrive(db)
    const browser = newBrowser()
    const asked = await first(id)
    expect([asked.status, asked.to]).toEqual([307, '?cookie=asked'])
    expect(asked.set[0]).toMatch(
      /^new-visitor\.[\w-]{6}=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/,
    )
    expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
    browser.take(asked.set)
    expect(await second(id, browser)).toBe('counted')
    expect(browser.cookie()).toMatch(/; visitor=[\w-]{22}\.[\w-]{22}$/)
    const again = await first(id, browser.cookie())
    expect([again.status, again.said.view, again.set]).toEqual([200, 'again', []])
    // Its neighbour with the same kind of phone is a visitor of their own.
    const other = newBrowser()
    other.take((await first(id)).set)
    expect(await second(id, other)).toBe('counted')
    expect(await creditsOf(db, id)).toMatchObject({ used: 2 })
  })

  test.each([
    ['both cookies are there before either counts', [0, 1, 'a', 'b']],
    ['one counts before the other has its cookie', [0, 'a', 1, 'b']],
    ['the later cookie counts first', [1, 0, 'b', 'a']],
    ['one counts alone, and the other was on its way', [1, 'b', 0, 'a']],
  ])('in two tabs at once: %s [T1502]', async (_, order) => {
    const { id } = await someDrive(db)
    const browser = newBrowser()
    const asked = [await first(id), await first(id)]
    const views: string[] = []
    for (const step of order)
      if (typeof step === 'number') browser.take(asked[step]!.set)
      else views.push(await second(id, browser))
    expect(views.sort()).toEqual(['again', 'counted'])
    expect(await creditsOf(db, id)).toMatchObject({ used: 1 })
  })

  test('by ten looks at once of each of three browsers: one credit for each [T1503]', async () => {
    const { id } = await someDrive(db)
    const browsers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const browser = newBrowser()
        for (const { set } of await Promise.all(Array.from({ length: 10 }, () => first(id)))) browser.take(set)
        return browser
      }),
    )
    const all = await Promise.all(browsers.flatMap((one) => Array.from({ length: 10 }, () => second(id, one))))
    expect(all.filter((view) => view === 'counted')).toHaveLength(3)
    expect(await creditsOf(db, id)).toMatchObject({ used: 3 })
  })

  test('that refuses cookies is counted by its network for the day, as ever [T1504]', async () => {
    const { id } = await someDrive(db)
    for (const view of ['counted', 'again']) {
      const asked = await first(id)
      expect(asked.status).toBe(307)
      const { said, set } = await send(look(id), { address })
      expect([said.view, set]).toEqual([view, []])
    }
    expect(await creditsOf(db, id)).toMatchObject({ used: 1 })
  })

  test('by the picture of a browser without a script, too, and by both together [T1505]', async () => {
    const { id, slug } = await someDrive(db)
    const token = newPageToken(id)
    const load = async (cookie: string, asked: string) => {
      const { context, url } = asking({ path: `/fundraiser/${slug}/seen.gif?token=${token}${asked}`, address })
      const headers = new Headers({ 'user-agent': phone, cookie })
      return seen({ request: new Request(url, { headers }), context, params: { slug } } as never)
    }
    const browser = newBrowser()
    const asked = await load('', '')
    expect([asked.status, asked.headers.get('location'), asked.headers.get('cache-control')]).toEqual([
      302,
      `?token=${token}&cookie=asked`,
      'no-store',
    ])
    browser.take(asked.headers.getSetCookie())
    const dot = await load(browser.cookie(), '&cookie=asked')
    expect([dot.status, dot.headers.get('content-type')]).toEqual([200, 'image/gif'])
    browser.take(dot.headers.getSetCookie())
    expect((await load(browser.cookie(), '')).status).toBe(200)
    expect((await first(id, browser.cookie())).said.view).toBe('again')
    expect(await creditsOf(db, id)).toMatchObject({ used: 1 })
    // Refused cookies: by the network, once.
    for (let nr = 0; nr < 2; nr++) expect((await load('', '&cookie=asked')).headers.getSetCookie()).toEqual([])
    expect(await creditsOf(db, id)).toMatchObject({ used: 2 })
  })

  test('is not sent anywhere by a page elsewhere, a program without a token, or a cookie of its own making', async () => {
    const { id } = await someDrive(db)
    for (const from of [{ token: null }, { origin: 'https://evil.example' }, { site: 'cross-site' }])
      expect(await send(look(id), { ...from, address, isFirst: true })).toMatchObject({ status: 200, set: [] })
    const forged = `new-visitor.abcdef=${'A'.repeat(22)}.${'B'.repeat(22)}`
    expect((await first(id, forged)).status).toBe(307)
    const { said, set } = await send(look(id), { address, cookie: forged })
    expect([said.view, set]).toEqual(['counted', []])
    expect((await send(look(id), { address })).said.view).toBe('again')
  })
})
