import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'
import type { Made } from '#test/matrix-rows.ts'
import { setRows } from '#test/rows.ts'
import { agent, cookieOf, twoWays } from '#test/two-ways.ts'
import { allLines } from '#test/whole-build.tsx'
import { creditsOf } from './drives/views/credits.server.ts'
import { newPageToken } from './drives/views/report.server.ts'
import { settings } from './platform/settings/settings.server.ts'

leavesSomethingBehind()

// The headers of each answer for a shared cache in front.

const db = await testDatabase()
type Ways = Awaited<ReturnType<typeof twoWays>>
let [cdn, plain, off] = [] as unknown as [Ways, Ways, Ways]
beforeAll(async () => {
  settings.EDGE_CACHE = 'cdn-cache-control'
  cdn = await twoWays({ EDGE_CACHE: 'cdn-cache-control' })
  plain = await twoWays({ EDGE_CACHE: 'cache-control' })
  off = await twoWays({ EDGE_CACHE: 'off' })
}, 180_000)
afterAll(() => {
  settings.EDGE_CACHE = 'off'
  for (const one of [cdn, plain, off]) one.close()
})

type Headers = Record<string, string>
/** A shared cache asks without cookies, and names the language. */
const edge = { 'x-harambee-language': 'en' }
const ask = ({ at }: Pick<Ways, 'at'>, path: string, headers: Headers = edge) =>
  at.ask(path, { headers: { 'user-agent': agent, accept: 'text/html', ...headers } })
const told = ['cdn-cache-control', 'surrogate-key', 'xkey', 'cache-tag', 'x-harambee-gate'] as const
/** True if a shared cache may keep it, in one of the two ways of saying so. */
const isShared = ({ headers }: Answered) =>
  /^public/.test(String(headers['cdn-cache-control'])) ||
  /s-maxage/.test(String(headers['cache-control'])) ||
  headers.xkey !== undefined

describe('a page that is made for nobody', () => {
  test.each(['', '?tab=comments', '.data'])(
    'may be kept for seconds, under its keys, by language (%s) [T1507]',
    async (part) => {
      const { slug, id } = await someDrive(db)
      const { status, headers } = await ask(cdn, `/fundraiser/${slug}${part}`)
      expect([status, headers['cache-control'], headers['cdn-cache-control']]).toEqual([
        200,
        'private, no-cache',
        'public, max-age=5, stale-while-revalidate=10, stale-if-error=300',
      ])
      const keys = [headers['surrogate-key'], headers.xkey, headers['cache-tag']]
      expect(keys).toEqual([`drive-${id} page`, `drive-${id} page`, `drive-${id},page`])
      expect(String(headers.vary).toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'x-harambee-language'])
      expect(headers).not.toHaveProperty('set-cookie')
      const other = (await ask(plain, `/fundraiser/${slug}${part}`)).headers
      expect([other['cache-control'], other['cdn-cache-control'], other.xkey]).toEqual([
        'public, max-age=0, s-maxage=5, stale-if-error=300',
        undefined,
        `drive-${id} page`,
      ])
    },
  )

  test('is the same for a browser that was here before, and a browser is told that it has it', async () => {
    const { slug } = await someDrive(db)
    const first = await ask(cdn, `/fundraiser/${slug}`)
    const again = await ask(cdn, `/fundraiser/${slug}`, {
      ...edge,
      cookie: `visitor=${'a'.repeat(22)}.${'b'.repeat(22)}`,
    })
    expect(again.bytes).toEqual(first.bytes)
    const known = await ask(cdn, `/fundraiser/${slug}`, { ...edge, 'if-none-match': String(first.headers.etag) })
    expect([known.status, isShared(known)]).toEqual([304, true])
  })

  test('is in the language that the cache names, and is not kept where it names none or another [T1508]', async () => {
    const { slug } = await someDrive(db)
    const inSwahili = await ask(cdn, `/fundraiser/${slug}`, { 'x-harambee-language': 'sw', 'accept-language': 'en' })
    expect([inSwahili.text.includes('<html lang="sw"'), isShared(inSwahili)]).toEqual([true, true])
    const others: Headers[] = [{}, { 'x-harambee-language': 'fr' }, { 'x-harambee-language': 'en, sw' }]
    for (const said of others) {
      const answer = await ask(cdn, `/fundraiser/${slug}`, { 'accept-language': 'sw', ...said })
      expect([answer.text.includes('<html lang="sw"'), isShared(answer)]).toEqual([true, false])
    }
  })

  test('is what it was without a shared cache, whatever a visitor sends [T1509]', async () => {
    const { slug } = await someDrive(db)
    const cookie = `visitor=${'a'.repeat(22)}.${'b'.repeat(22)}`
    const [one, other] = [
      await ask(off, `/fundraiser/${slug}`, { cookie }),
      await ask(off, `/fundraiser/${slug}`, { cookie, 'x-harambee-language': 'sw' }),
    ]
    expect(other.bytes).toEqual(one.bytes)
    const { date: _, ...head } = one.headers
    const { date: __, ...otherHead } = other.headers
    expect(otherHead).toEqual(head)
    for (const name of told) expect(head).not.toHaveProperty(name)
    expect([head['cache-control'], head.vary]).toEqual(['private, no-cache', 'Accept-Encoding'])
  })
})

test('a stay that the last view began goes on behind the gate, with the cookie of the call that counted it [T1506]', async () => {
  const { slug, id } = await someDrive(db)
  await setRows('subscriptions', { fund_drive_id: id }, { views: 1, remaining_views: 1, used_views: 0 })
  const body = JSON.stringify({ fund_drive_id: id, device_type: 'mobile', location: 'Unknown' })
  const look = (to: string, cookie: string) => {
    const own = { 'content-type': 'application/json', 'user-agent': agent, cookie, 'page-token': newPageToken(id) }
    return cdn.at.ask(to, { method: 'POST', headers: own, body })
  }
  const first = await look('/api/track-view', '')
  expect(first.status).toBe(307)
  const second = await look(`/api/track-view${first.headers.location}`, cookieOf(first))
  expect(JSON.parse(second.text)).toEqual({ success: true, view: 'counted' })
  await expect.poll(async () => (await ask(cdn, `/fundraiser/${slug}`)).status, { interval: 20 }).toBe(403)
  expect((await ask(cdn, `/fundraiser/${slug}`, { cookie: cookieOf(second) })).status).toBe(200)
  expect(JSON.parse((await look('/api/track-view', cookieOf(second))).text).view).toBe('again')
  expect(await creditsOf(db, id)).toMatchObject({ used: 1, remaining: 0 })
})

describe('is never kept', () => {
  test('a shut page, which names itself; the visitor whose stay goes on is answered alone [T1510]', async () => {
    const { slug, id } = await someDrive(db)
    await setRows('subscriptions', { fund_drive_id: id }, { views: 0, remaining_views: 0, used_views: 0 })
    for (const way of [cdn, plain]) {
      const { status, headers } = await ask(way, `/fundraiser/${slug}`)
      expect([
        status,
        headers['x-harambee-gate'],
        headers['cache-control'],
        headers['cdn-cache-control'],
        headers.etag,
      ]).toEqual([403, '1', 'no-store', 'no-store', undefined])
    }
    expect((await ask(off, `/fundraiser/${slug}`)).headers).not.toHaveProperty('x-harambee-gate')
  })

  test('a page with personal cookies, a missing page, and a guest’s page', async () => {
    const { slug } = await someDrive(db)
    for (const cookie of ['acted=1', 'flash=a', 'harambee.session=a.b']) {
      const answer = await ask(cdn, `/fundraiser/${slug}`, { ...edge, cookie })
      expect([isShared(answer), answer.headers['cdn-cache-control']]).toEqual([false, 'no-store'])
    }
    for (const path of ['/fundraiser/no-such-drive', '/i/abcdefgh2345']) {
      const answer = await ask(cdn, path)
      expect([answer.status, isShared(answer)]).toEqual([404, false])
    }
  })

  test('any other address, no matter who asks: every line of the matrix [T1511]', async () => {
    const owner = await somePerson(db)
    const admin = await somePerson(db, { admin: true })
    const drive = await fullDrive(db, owner.id)
    const lines = await allLines()
    const cookies = [owner, admin].map(async (one) => (await signedIn(one)).headers.get('cookie')!)
    const askers = ['', ...(await Promise.all(cookies))]
    const sharedAt: string[] = []
    const wrong: string[] = []
    for (const [path, row] of Object.entries(matrix)) {
      if (!row.get) continue
      const address = addressOf(path, drive)
      const isPage = Boolean(lines.find((line) => line.whole === path && line.module.default)) && path !== ''
      for (const cookie of askers) {
        const answer = await ask(
          cdn,
          isPage && cookie ? `${address}.data` : address,
          cookie ? { ...edge, cookie } : edge,
        )
        if (isShared(answer)) (cookie ? wrong : sharedAt).push(path)
        else if (isKeepable(answer) && answer.headers['cdn-cache-control'] !== 'no-store')
          wrong.push(`${path}: ${answer.headers['cache-control']}`)
        if (answer.headers['set-cookie'] && answer.headers['cdn-cache-control'] !== 'no-store')
          wrong.push(`${path}: a cookie`)
      }
    }
    expect(wrong).toEqual([])
    expect(sharedAt.sort()).toEqual(['', 'discover', 'fundraiser/:slug'])
  }, 240_000)
})

/** A file or picture that is the same for everybody says so itself. */
const isKeepable = ({ headers }: Answered) => !/^(public|max-age)/.test(String(headers['cache-control']))

function addressOf(path: string, made: Partial<Made>) {
  const parts = {
    slug: path.startsWith('gathering/') ? 'gathering' : 'slug',
    guest: 'guest',
    no: 'occasion',
    file: 'preview',
    ...matrix[path]?.office?.for,
  } as Record<string, keyof Made>
  return `/${path}`
    .replace(/:(\w+)/g, (_, name) => (made[parts[name]!] ?? name) + (name === 'file' ? '.jpg' : ''))
    .replace('*', 'nothing-here')
}
