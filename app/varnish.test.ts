import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answered, asking } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { until } from '#test/launch.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { setRows } from '#test/rows.ts'
import { agent, allHeard, twoWays } from '#test/two-ways.ts'
import { purgeToken, startVarnish, varnishd } from '#test/varnish.ts'
import { viewsBought } from '#test/views-bought.ts'
import { postComment } from './drives/comments/comment.server.ts'
import { commentForm } from './drives/comments/comment-forms.ts'
import { newPageToken } from './drives/views/report.server.ts'
import { openPurge } from './platform/kept/purge.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { problemWith, readSettings, settings } from './platform/settings/settings.server.ts'
import { nextVisitorCookie, visitorKey } from './platform/visitor.server.ts'

leavesSomethingBehind()

// The product behind deploy/varnish/harambee.vcl.

const db = await testDatabase()
const children: Awaited<ReturnType<typeof startVarnish>>[] = []
let product: Awaited<ReturnType<typeof twoWays>>
let [edge, quick] = [] as unknown as [ReturnType<typeof asking>, ReturnType<typeof asking>]
let purge: ReturnType<typeof openPurge>

beforeAll(async () => {
  if (!varnishd) return
  settings.EDGE_CACHE = 'cdn-cache-control'
  product = await twoWays({ EDGE_CACHE: 'cdn-cache-control', TRUST_PROXY: 1 })
  const usual = await startVarnish(product.at.port)
  edge = asking(usual.port)
  // Seconds are tenths there.
  const hurried = await startVarnish(product.at.port, (vcl) =>
    vcl.replace('max-age=(\\d+).*$", "\\1s"', 'max-age=(\\d+).*$", "0.\\1s"'),
  )
  quick = asking(hurried.port)
  children.push(usual, hurried)
  const purging = readSettings({ EDGE_PURGE_URLS: `http://127.0.0.1:${usual.port}/`, EDGE_PURGE_TOKEN: purgeToken })
  purge = openPurge(purging.settings)
}, 180_000)
afterAll(async () => {
  settings.EDGE_CACHE = 'off'
  await purge?.stop()
  for (const child of children) await child.stop()
  product?.close()
})

type Headers = Record<string, string>
const ask = (by: typeof edge, path: string, headers: Headers = {}) =>
  by(path, { headers: { 'user-agent': agent, accept: 'text/html', ...headers } })
const open = (path: string, headers?: Headers) => ask(edge, path, headers)
const cacheOf = ({ headers }: Answered) => headers['x-cache']
/** A drive whose making was told and purged. */
async function quietDrive() {
  const drive = await someDrive(db)
  await allHeard()
  await new Promise((resolve) => setTimeout(resolve, 600))
  return { ...drive, path: `/fundraiser/${drive.slug}` }
}
const tried = test.skipIf(!varnishd)

tried(
  'a page is asked of the product once, for all who have no cookie of a person, whatever chats write behind it [T1515]',
  async () => {
    const { path } = await quietDrive()
    const first = await open(path)
    expect([first.status, cacheOf(first)]).toEqual([200, 'miss'])
    product.made()
    for (const [more, cookie] of [
      ['', ''],
      ['', nextVisitorCookie().split(';')[0]!],
      ['?utm_source=whatsapp&fbclid=x', 'other=1'],
      ['?via=wa', 'new-visitor.abcdef=x'],
    ] as const) {
      const answer = await open(path + more, cookie ? { cookie } : {})
      expect([cacheOf(answer), answer.bytes.equals(first.bytes)]).toEqual(['hit', true])
    }
    expect(product.made()).toBe(0)
    for (const name of ['xkey', 'surrogate-key', 'cache-tag', 'cdn-cache-control', 'set-cookie', 'via'])
      expect(first.headers).not.toHaveProperty(name)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const known = await open(path, { 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const packed = await open(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(packed.headers['content-encoding']).toBe('br')
  },
)

tried(
  'each language is a page of its own, chosen by cookie or browser, and nobody else says which [T1516]',
  async () => {
    const { path } = await quietDrive()
    const languageOf = async (headers: Headers) => /<html lang="(\w\w)"/.exec((await open(path, headers)).text)?.[1]
    for (let round = 0; round < 2; round++) {
      expect(await languageOf({})).toBe('en')
      expect(await languageOf({ 'accept-language': 'sw-KE,sw;q=0.9,en;q=0.8' })).toBe('sw')
      expect(await languageOf({ 'accept-language': 'fr, SW;q=0.8, en;q=0.5' })).toBe('sw')
      expect(await languageOf({ 'accept-language': 'sw', cookie: 'a=1; language=en; b=2' })).toBe('en')
      expect(await languageOf({ cookie: 'language=sw' })).toBe('sw')
      expect(await languageOf({ 'x-harambee-language': 'sw' })).toBe('en')
    }
    // A page that is made for one is in their language, too.
    const missing = await open('/fundraiser/nothing-here', { cookie: 'language=sw', 'accept-language': 'en' })
    expect([missing.status, /<html lang="(\w\w)"/.exec(missing.text)?.[1]]).toEqual([404, 'sw'])
  },
)

tried('who acted here sees their own, and nobody else does [T1517]', async () => {
  const { path, slug } = await quietDrive()
  await open(`${path}?tab=comments`)
  const cookie = nextVisitorCookie().split(';')[0]!
  const key = visitorKey(new Request('http://x.test', { headers: { cookie } }), '')
  const typed = { name: 'Zawadi', content: 'Call 0712 345 678', key: crypto.randomUUID() }
  await postComment(db, slug, commentForm.parse(typed), key)
  for (let round = 0; round < 2; round++) {
    const mine = await open(`${path}?tab=comments`, { cookie: `${cookie}; acted=1` })
    expect([cacheOf(mine), mine.text.includes('0712 345 678')]).toEqual(['miss', true])
    expect((await open(`${path}?tab=comments`, { cookie })).text).not.toContain('0712 345 678')
  }
  for (const personal of ['harambee.session=a.b', '__Host-harambee.session=a.b', 'flash=x'])
    expect(cacheOf(await open(path, { cookie: personal }))).toBe('miss')
})

tried(
  'a gift is on the page before it is five seconds old, by a purge; who has no token purges nothing [T1518]',
  async () => {
    const { path, id } = await quietDrive()
    await open(path)
    const ask = (authorization?: string) =>
      edge('/', { method: 'PURGE', headers: { xkey: `drive-${id}`, ...(authorization && { authorization }) } })
    for (const said of [undefined, 'Bearer ', 'Bearer wrong']) expect((await ask(said)).status).toBe(403)
    expect(cacheOf(await open(path))).toBe('hit')
    await gift(db, id, 50_000, { donorName: 'Amina Yusuf' })
    const began = performance.now()
    await expect.poll(async () => (await open(path)).text, { interval: 20 }).toContain('Amina Yusuf')
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await ask(`Bearer ${purgeToken}`)).status).toBe(200)
    expect(cacheOf(await open(path))).toBe('miss')
  },
)

tried(
  'a shut page is not kept; a stay that was counted goes on, and views that are bought open it [T1519]',
  async () => {
    const drive = await quietDrive()
    const { path, id } = drive
    await setRows('subscriptions', { fund_drive_id: id }, { views: 1, remaining_views: 1, used_views: 0 })
    const look = async (to: string, cookie: string) => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': agent,
        cookie,
        'page-token': newPageToken(id),
      }
      const body = JSON.stringify({ fund_drive_id: id })
      const answer = await edge(to, { method: 'POST', headers, body })
      const set = answer.headers['set-cookie']?.map((one) => one.split(';')[0]!) ?? []
      return { to: answer.headers.location ?? '', set: set.join('; '), text: answer.text }
    }
    expect((await open(path)).status).toBe(200)
    const first = await look('/api/track-view', '')
    const counted = await look(`/api/track-view${first.to}`, first.set)
    expect(counted.text).toContain('counted')
    await expect.poll(async () => (await open(path)).status, { interval: 20 }).toBe(403)
    for (let round = 0; round < 2; round++) {
      const shut = await open(path)
      expect([shut.status, shut.headers['x-harambee-gate']]).toEqual([403, undefined])
      expect((await open(path, { cookie: counted.set })).status).toBe(200)
    }
    await viewsBought(db, drive)
    await expect.poll(async () => (await open(path)).status, { interval: 20 }).toBe(200)
    // Once no purge is due any more.
    await expect.poll(async () => cacheOf(await open(path)), { interval: 20 }).toBe('hit')
  },
)

tried('a visitor who was told that no views are left is not shown the page that is still kept', async () => {
  const { path, id } = await quietDrive()
  expect((await open(path)).status).toBe(200)
  // The cache is not told.
  await purge?.stop()
  await setRows('subscriptions', { fund_drive_id: id }, { views: 0, remaining_views: 0, used_views: 0 })
  await expect.poll(async () => (await ask(product.at.ask, path)).status, { interval: 20 }).toBe(403)
  expect([(await open(path)).status, (await open(path, { cookie: 'gate=1' })).status]).toEqual([200, 403])
})

tried('while the product is broken an old page is shown, and a new one when it is back', async () => {
  const { path } = await quietDrive()
  const ask200 = async () => (await ask(quick, path)).status
  expect(await ask200()).toBe(200)
  lifecycle.broken([problemWith('DATABASE_URL', 'wrong')])
  try {
    // Longer than it lasts, and before the probe has noticed; then after it.
    for (const wait of [800, 2500]) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      expect([await ask200(), (await ask(quick, '/discover')).status]).toEqual([200, 503])
    }
  } finally {
    lifecycle.ready(async () => {})
  }
  await expect.poll(async () => (await ask(quick, '/discover')).status).toBe(200)
})
