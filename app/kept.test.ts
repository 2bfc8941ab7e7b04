import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { setRows } from '#test/rows.ts'
import { agent, allHeard, bare, twoWays } from '#test/two-ways.ts'
import { viewsBought } from '#test/views-bought.ts'
import { likeComment, postComment } from './drives/comments/comment.server.ts'
import { commentForm } from './drives/comments/comment-forms.ts'
import { creditsOf } from './drives/views/credits.server.ts'
import { newPageToken } from './drives/views/report.server.ts'
import { forgetFiles, keepPicture, useStore } from './platform/pictures/media.server.ts'
import { diskStore } from './platform/pictures/store.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { readChoices } from './platform/settings/choices.server.ts'
import { problemWith } from './platform/settings/settings.server.ts'
import { nextVisitorCookie, visitorKey } from './platform/visitor.server.ts'

leavesSomethingBehind()

// Pages that are kept, asked as browsers ask, beside the same pages made for each visitor.

const db = await testDatabase()
type Ways = Awaited<ReturnType<typeof twoWays>>
let { at, slow, made, close } = {} as Ways
beforeAll(async () => {
  useStore(diskStore(mkdtempSync(path.join(os.tmpdir(), 'harambee-kept-'))))
  ;({ at, slow, made, close } = await twoWays())
}, 120_000)
afterAll(() => close())

const open = (path: string, headers: Record<string, string> = {}, from = at) =>
  from.ask(path, { headers: { 'user-agent': agent, accept: 'text/html', ...headers } })
const page = async (path: string, cookie = '') => (await open(path, cookie ? { cookie } : {})).text

/** The head without what each answer, or each way, has of its own. */
const rest = ({ headers }: Answered) => {
  const { date: _, 'set-cookie': __, etag: ___, 'x-request-id': ____, 'content-length': _____, ...same } = headers
  return same
}

const newVisitor = () => nextVisitorCookie().split(';')[0]!

let nr = 0
async function comment(slug: string, content: string, visitor = 'another') {
  const typed = commentForm.parse({ name: 'Baraka', content, key: crypto.randomUUID() })
  return postComment(db, slug, typed, `${visitor} ${++nr}`)
}
async function look(id: string, cookie: string) {
  const body = JSON.stringify({ fund_drive_id: id, device_type: 'mobile', location: 'Unknown' })
  const headers = { 'content-type': 'application/json', 'user-agent': agent, cookie, 'page-token': newPageToken(id) }
  const answer = await at.ask('/api/track-view', { method: 'POST', headers, body })
  return answer.status === 200 ? (JSON.parse(answer.text) as { view: string }).view : String(answer.status)
}

describe('a page that is kept', () => {
  test('is made once, and two visitors get the same bytes and no cookie [T1500]', async () => {
    const { slug } = await someDrive(db)
    await allHeard()
    made()
    const [one, other] = (await Promise.all([1, 2].map(() => open(`/fundraiser/${slug}`)))) as [Answered, Answered]
    expect(made()).toBe(1)
    expect(one.status).toBe(200)
    expect(one.bytes).toEqual(other.bytes)
    expect(one.headers).not.toHaveProperty('set-cookie')
    expect((await open(`/fundraiser/${slug}`, {}, slow)).headers).not.toHaveProperty('set-cookie')
  })

  test.each(['', '?tab=donations', '?tab=comments', '?tab=gallery'])(
    'says in its head what the same page made for one says (%s)',
    async (tab) => {
      const { slug } = await someDrive(db)
      const [mine, theirs] = [
        await open(`/fundraiser/${slug}${tab}`),
        await open(`/fundraiser/${slug}${tab}`, {}, slow),
      ]
      const named = (answer: Answered) => {
        const policy = String(answer.headers['content-security-policy']).replace(/('(sha256|nonce)-[^']+' ?)+/, 'S ')
        return { ...rest(answer), 'content-security-policy': policy }
      }
      expect(named(mine)).toEqual(named(theirs))
    },
  )

  test('shows what the same page made for one shows', async () => {
    const { slug, id } = await someDrive(db)
    await gift(db, id, 50_000, { donorName: 'Amina Yusuf' })
    await comment(slug, 'Pole sana')
    expect(bare((await open(`/fundraiser/${slug}`)).text)).toBe(
      bare((await open(`/fundraiser/${slug}`, {}, slow)).text),
    )
  })

  test('runs its own scripts, each named by its hash, and carries no nonce', async () => {
    const { slug } = await someDrive(db, {
      title: '<script>alert(1)</script> & </script><script nonce="x">alert(2)</script>',
    })
    const { text, headers } = await open(`/fundraiser/${slug}`)
    const policy = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]!
    expect(text).not.toMatch(/<(script|link)[^>]* nonce="[^"]/)
    expect(policy).not.toContain('nonce')
    const scripts = [...text.matchAll(/<script(?![^>]*\b(?:src=|json))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code]) => code!,
    )
    expect(scripts.length).toBeGreaterThan(2)
    for (const code of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect(text).not.toContain('<script>alert')
  })

  test('is not sent again to a browser that has it, and is the same until something changes', async () => {
    const { slug, id } = await someDrive(db)
    // Ages are told by a moment that moves on every ten seconds.
    while (Date.now() % 10_000 > 7000) await new Promise((resolve) => setTimeout(resolve, 100))
    const { etag } = (await open(`/fundraiser/${slug}`)).headers
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await open(`/fundraiser/${slug}`, { 'if-none-match': etag! })).status).toBe(304)
    await gift(db, id, 50_000)
    await expect.poll(async () => (await open(`/fundraiser/${slug}`, { 'if-none-match': etag! })).status).toBe(200)
  })

  test.each([
    ['?utm_source=whatsapp&fbclid=x', ''],
    ['?tab=donations&via=wa', '?tab=donations'],
    ['?tab=nothing', ''],
  ])('is found under one address, whatever was written behind it (%s)', async (asked, same) => {
    const { slug } = await someDrive(db)
    await allHeard()
    const { bytes } = await open(`/fundraiser/${slug}${same}`)
    made()
    expect((await open(`/fundraiser/${slug}${asked}`)).bytes).toEqual(bytes)
    expect(made()).toBe(0)
  })

  test('of an address at which there is nothing says so', async () => {
    for (let round = 0; round < 2; round++) expect((await open('/fundraiser/no-such-drive')).status).toBe(404)
  })

  test('is the landing page, too', async () => {
    made()
    const [one, other] = [await open('/'), await open('/?ref=x')]
    expect(one.headers['set-cookie']).toBeUndefined()
    expect([one.status, made()]).toEqual([200, 1])
    expect(other.bytes).toEqual(one.bytes)
  })
})

describe('nobody sees another person’s page', () => {
  test('what its owner, an administrator, or a visitor who liked and commented sees is theirs', async () => {
    const admin = await somePerson(db, { admin: true, fullName: 'Zuhura Administrator' })
    const { slug } = await someDrive(db)
    const session = (await signedIn(admin)).headers.get('cookie')!
    const before = await page(`/fundraiser/${slug}`)
    expect(await page(`/fundraiser/${slug}`, session)).toContain('Zuhura Administrator')
    const { id: liked } = await comment(slug, 'Pole sana')
    const visitor = newVisitor()
    const key = visitorKey(new Request('http://x.test', { headers: { cookie: visitor } }), '')
    await likeComment(db, slug, liked, key)
    await postComment(
      db,
      slug,
      commentForm.parse({ name: 'Zawadi', content: 'Call 0712 345 678', key: crypto.randomUUID() }),
      key,
    )
    const mine = await page(`/fundraiser/${slug}?tab=comments`, `${visitor}; acted=1`)
    expect(mine).toContain('0712 345 678')
    expect(await page(`/fundraiser/${slug}?tab=comments`)).not.toContain('0712 345 678')
    expect(before).not.toContain('Zuhura')
    expect(await page(`/fundraiser/${slug}`)).not.toContain('Zuhura')
  })

  test.each(['flash=abc', 'acted=1', 'harambee.session=a.b', '__Host-harambee.session=a.b', 'harambee.two_factor=a'])(
    'a browser with %s takes the usual way',
    async (cookie) => {
      const { slug } = await someDrive(db)
      await page(`/fundraiser/${slug}`)
      made()
      const { headers } = await open(`/fundraiser/${slug}`, { cookie })
      expect(made()).toBe(1)
      expect(headers['x-request-id']).toBeDefined()
    },
  )

  test('liking and commenting give the mark that says so', async () => {
    const { slug } = await someDrive(db)
    const { id } = await comment(slug, 'Pole sana')
    const headers = { origin: at.origin, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent }
    for (const [path, body] of [
      ['like', `comment=${id}`],
      ['comment', `name=A&content=Tuko+pamoja&key=${crypto.randomUUID()}`],
    ] as const) {
      const answer = await at.ask(`/fundraiser/${slug}/${path}`, { method: 'POST', headers, body })
      expect(answer.headers['set-cookie']?.join()).toContain('acted=1; Path=/; Max-Age=31536000; HttpOnly')
    }
  })

  test('each language is its own page', async () => {
    const { slug } = await someDrive(db)
    const [en, sw] = [await open(`/fundraiser/${slug}`), await open(`/fundraiser/${slug}`, { 'accept-language': 'sw' })]
    expect(en.text).toContain('<html lang="en"')
    expect(sw.text).toContain('<html lang="sw"')
    expect(await page(`/fundraiser/${slug}`, 'language=sw')).toBe(sw.text)
  })
})

describe('other answers that are the same for everybody', () => {
  test.each([
    '',
    '?_routes=drives%2Fpublic-page%2Fpages%2Fpage',
    '?tab=comments&_routes=drives%2Fpublic-page%2Fpages%2Fpage',
  ])('what an open page asks for when something changed (.data%s)', async (query) => {
    const { slug, id } = await someDrive(db)
    const where = `/fundraiser/${slug}.data${query}`
    const [one, other, theirs] = [await open(where), await open(where), await open(where, {}, slow)]
    expect(one.bytes).toEqual(other.bytes)
    expect(rest(one)).toEqual(rest(theirs))
    expect(bare(one.text)).toBe(bare(theirs.text))
    made()
    await open(where)
    expect(made()).toBe(0)
    await gift(db, id, 50_000, { donorName: 'Amina Yusuf' })
    await expect.poll(async () => (await open(where)).text !== one.text, { interval: 20 }).toBe(true)
  })

  test('an address with a part that no page asks for takes the usual way', async () => {
    const { slug } = await someDrive(db)
    made()
    for (let nr = 0; nr < 2; nr++) await open(`/fundraiser/${slug}.data?_routes=root`)
    expect(made()).toBe(2)
  })

  test('pictures, until they are removed', async () => {
    const create = { width: 640, height: 480, channels: 3 as const, background: '#b5651d' }
    const picture = await keepPicture(
      'images',
      new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'a.jpg', { type: 'image/jpeg' }),
    )
    const [one, theirs] = [await open(picture.url), await open(picture.url, {}, slow)]
    expect([one.status, rest(one), one.bytes.equals(theirs.bytes)]).toEqual([200, rest(theirs), true])
    made()
    expect((await open(picture.url)).bytes).toEqual(one.bytes)
    expect((await open(picture.url, { cookie: 'harambee.session=a.b' })).bytes).toEqual(one.bytes)
    expect(made()).toBe(0)
    await forgetFiles(picture.files)
    expect((await open(picture.url)).status).toBe(404)
    expect((await open(`/media/images/${'0'.repeat(32)}-96.webp`)).status).toBe(404)
  })

  test('what chats show beside a link, once it is drawn', async () => {
    const { slug } = await someDrive(db)
    const where = /fundraiser\/[\w-]+\/preview\/[\w-]+\.jpg/.exec(await page(`/fundraiser/${slug}`))![0]
    const first = await open(`/${where}`)
    expect([first.status, first.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await expect
      .poll(
        async () => {
          made()
          const again = await open(`/${where}`)
          return again.bytes.equals(first.bytes) && made() === 0
        },
        { interval: 20 },
      )
      .toBe(true)
    expect(rest(await open(`/${where}`))).toEqual(rest(await open(`/${where}`, {}, slow)))
  })

  test.each(['br', 'gzip', 'identity', 'zstd'])('files, to a browser that takes %s', async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const [one, theirs] = [await open('/favicon.svg', headers), await open('/favicon.svg', headers, slow)]
    const { 'x-request-id': _, date: __, ...same } = theirs.headers
    expect(one.headers).toMatchObject(same)
    expect([one.status, one.bytes.equals(theirs.bytes)]).toEqual([200, true])
    const known = await open('/favicon.svg', { ...headers, 'if-none-match': one.headers.etag! })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    expect((await open('/favicon.svg', { host: 'not a host' })).status).toBe(400)
  })
})

describe('is fresh', () => {
  test('a gift and a comment are on the page of the next visitor', async () => {
    const { slug, id } = await someDrive(db)
    await page(`/fundraiser/${slug}`)
    await gift(db, id, 50_000, { donorName: 'Amina Yusuf' })
    await expect.poll(() => page(`/fundraiser/${slug}?tab=donations`), { interval: 20 }).toContain('Amina Yusuf')
    await expect.poll(() => page(`/fundraiser/${slug}`), { interval: 20 }).toContain('500')
    await comment(slug, 'Tuko pamoja nanyi')
    await expect.poll(() => page(`/fundraiser/${slug}?tab=comments`), { interval: 20 }).toContain('Tuko pamoja nanyi')
  })

  test('what operators choose holds at once', async () => {
    const { id } = await somePerson(db, { admin: true })
    const say = async (value: string | null) => {
      const why = 'The year 2026 is counted'
      await db.insertInto('operator_choices').values({ name: 'LANDING_COUNTRIES', value, by: id, why }).execute()
      await readChoices(db)
      return page('/')
    }
    expect(await page('/')).toContain('15+')
    expect(await say('41+')).toContain('41+')
    expect(await say(null)).toContain('15+')
    expect(await page('/')).toContain('24/7 support')
    for (const [name, value] of [
      ['LANDING_FIGURES', 'hidden'],
      ['SUPPORT_CLAIM', 'off'],
    ] as const)
      await db.insertInto('operator_choices').values({ name, value, by: id, why: 'Not true' }).execute()
    await readChoices(db)
    expect(await page('/')).not.toMatch(/15\+|24\/7 support/)
  })

  test('what nobody tells of is there within a second', async () => {
    const { slug, ownerId } = await someDrive(db)
    expect((await open(`/fundraiser/${slug}`)).status).toBe(200)
    await setRows('users', { id: ownerId }, { suspended_at: new Date(), suspended_why: 'planted' })
    await new Promise((resolve) => setTimeout(resolve, 1001))
    expect((await open(`/fundraiser/${slug}`)).status).toBe(404)
  })

  test('while the app is broken nothing is given out from memory', async () => {
    const { slug } = await someDrive(db)
    await page(`/fundraiser/${slug}`)
    lifecycle.broken([problemWith('DATABASE_URL', 'wrong')])
    try {
      expect((await open(`/fundraiser/${slug}`)).status).toBe(503)
    } finally {
      lifecycle.ready(async () => {})
    }
    expect((await open(`/fundraiser/${slug}`)).status).toBe(200)
  })
})

describe('the gate stays exact', () => {
  test('of forty visitors at fifteen credits fifteen are counted, and only they see it from then on', async () => {
    const drive = await someDrive(db)
    const { slug, id } = drive
    const visit = async () => {
      const first = await open(`/fundraiser/${slug}`)
      const cookie = newVisitor()
      return { cookie, view: first.status === 200 ? await look(id, cookie) : String(first.status) }
    }
    const visits = await Promise.all(Array.from({ length: 40 }, visit))
    const counted = visits.filter(({ view }) => view === 'counted')
    expect(counted).toHaveLength(15)
    expect((await creditsOf(db, id))?.remaining).toBe(0)
    await expect.poll(async () => (await open(`/fundraiser/${slug}`)).status, { interval: 20 }).toBe(403)
    for (const { cookie, view } of visits)
      expect([view, (await open(`/fundraiser/${slug}`, { cookie })).status]).toEqual([
        view,
        view === 'counted' ? 200 : 403,
      ])
    await viewsBought(db, drive)
    await expect.poll(async () => (await open(`/fundraiser/${slug}`)).status, { interval: 20 }).toBe(200)
  })
  test('a stay that was counted by the last view goes on behind the gate, with the cookie of that call [T1506]', async () => {
    const { slug, id } = await someDrive(db)
    await setRows('subscriptions', { fund_drive_id: id }, { views: 1, remaining_views: 1, used_views: 0 })
    const body = JSON.stringify({ fund_drive_id: id, device_type: 'mobile', location: 'Unknown' })
    const told = async (to: string, cookie: string) => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': agent,
        cookie,
        'page-token': newPageToken(id),
      }
      return at.ask(to, { method: 'POST', headers, body })
    }
    const cookieOf = ({ headers }: Answered) => headers['set-cookie']![0]!.split(';')[0]!
    const first = await told('/api/track-view', '')
    expect(first.status).toBe(307)
    const second = await told(`/api/track-view${first.headers.location}`, cookieOf(first))
    expect(JSON.parse(second.text)).toEqual({ success: true, view: 'counted' })
    await expect.poll(async () => (await open(`/fundraiser/${slug}`)).status, { interval: 20 }).toBe(403)
    expect((await open(`/fundraiser/${slug}`, { cookie: cookieOf(second) })).status).toBe(200)
    expect(await look(id, cookieOf(second))).toBe('again')
    expect(await creditsOf(db, id)).toMatchObject({ used: 1, remaining: 0 })
  })
})
