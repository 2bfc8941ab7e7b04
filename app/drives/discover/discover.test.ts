import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { allowListing, pauseDrive, unlistDrive } from '#app/drives/drive/admin/decide.server.tsx'
import { setDriveStatus } from '#app/drives/drive/manage.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { discovered, discoverQuery, listedSlugs, listingOf, readDiscovered, setListed } from './discover.server.ts'
import { type DiscoverAsked, discoverAsked, discoverPath } from './discover.ts'

// The list of fundraisers for everybody: which are in it, in which order, and how it is asked.

const db = await testDatabase()
const by = await newAdmin()
const { get, send, walks } = plainBrowser()
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db)
  await setRows('fund_drives', {}, { listed_at: null })
  await setRows('subscriptions', {}, { views: 100, used_views: 0, remaining_views: 100 })
})

const complete = { description: '<p>Her story</p>', image_url: 'https://pictures.example/one.jpg' }
type Own = Parameters<typeof someDrive>[1]
/** A drive that its owner lists. */
async function listed(own: Own = {}) {
  const drive = await someDrive(db, own)
  await setRows('fund_drives', { id: drive.id }, complete)
  await setListed(db, drive.mine, true)
  return drive
}
const asked = (query: Partial<DiscoverAsked> = {}): DiscoverAsked =>
  discoverAsked(new URLSearchParams(discoverPath(query).split('?')[1] ?? ''))
const found = async (query: Partial<DiscoverAsked> = {}) =>
  (await readDiscovered(db, asked(query))).cards.map(({ slug }) => slug)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a fundraiser is listed', () => {
  test('if its owner wants it, and it has a picture, a story and a confirmed contact [T1337]', async () => {
    const { id, slug, mine, ownerId } = await someDrive(db)
    const refused = { status: 422, message: expect.stringContaining('needs a picture, a story') }
    await expect(setListed(db, mine, true)).rejects.toMatchObject(refused)
    await setRows('fund_drives', { id }, { description: complete.description })
    await expect(setListed(db, mine, true)).rejects.toMatchObject(refused)
    await setRows('fund_drives', { id }, { image_url: complete.image_url })
    await setRows('users', { id: ownerId }, { email_verified: false })
    expect(await listingOf(db, id)).toMatchObject({ listed: false, lacks: ['contact'], why: null })
    await expect(setListed(db, mine, true)).rejects.toMatchObject(refused)
    await setRows('users', { id: ownerId }, { email_verified: true })
    await setListed(db, mine, true)
    expect(await found()).toEqual([slug])
    await setListed(db, mine, false)
    expect(await found()).toEqual([])
  })

  test('by its owner alone [T1338]', async () => {
    const { id, slug, ownerId } = await someDrive(db)
    await setRows('fund_drives', { id }, complete)
    const [stranger, helper] = [await somePerson(db), await somePerson(db)]
    const treasurer = { fund_drive_id: id, user_id: helper.id, invited: 'Otieno', role: 'treasurer' } as const
    const joined = { invited_by: ownerId, expires_at: inDays(7) as never, accepted_at: new Date() }
    await db
      .insertInto('drive_helpers')
      .values({ ...treasurer, ...joined })
      .execute()
    for (const other of [stranger, helper, by])
      await expect(setListed(db, { ownerId: other.id, slug }, true)).rejects.toMatchObject({ status: 404 })
    expect(await found()).toEqual([])
  })

  test('only while it is active, not stopped, not over, and can be read [T1339]', async () => {
    const drive = await listed()
    const { id, slug, mine, ownerId } = drive
    const isThere = async () => (await found()).includes(slug)
    expect(await isThere()).toBe(true)
    for (const status of ['paused', 'completed'] as const) {
      await setDriveStatus(db, mine, status)
      expect([status, await isThere()]).toEqual([status, false])
    }
    await setDriveStatus(db, mine, 'active')
    await setRows('fund_drives', { id }, { end_date: '2026-01-01' as never })
    expect(await isThere()).toBe(false)
    await setRows('fund_drives', { id }, { end_date: null, description: null })
    expect(await isThere()).toBe(false)
    await setRows('fund_drives', { id }, { ...complete, image_url: null })
    expect(await isThere()).toBe(false)
    await setRows('fund_drives', { id }, complete)
    await setRows('subscriptions', { fund_drive_id: id }, { views: 100, used_views: 100, remaining_views: 0 })
    expect(await isThere()).toBe(false)
    await setRows('subscriptions', { fund_drive_id: id }, { views: 100, used_views: 99, remaining_views: 1 })
    await setRows('users', { id: ownerId }, { suspended_at: new Date(), suspended_why: 'planted' })
    expect(await isThere()).toBe(false)
    await setRows('users', { id: ownerId }, { suspended_at: null, suspended_why: '' })
    expect(await isThere()).toBe(true)
    await pauseDrive(db, slug, { by, why: 'Reported' })
    expect([await isThere(), await listedSlugs(db, Date.now() + 1e9)]).toEqual([false, []])
  })

  test('until an administrator takes it off, with a reason that its owner reads [T1340]', async () => {
    const { id, slug, mine } = await listed()
    await unlistDrive(db, slug, { by, why: 'It is an advertisement' })
    expect(await found()).toEqual([])
    expect(await listingOf(db, id)).toMatchObject({ listed: false, why: 'It is an advertisement' })
    await expect(setListed(db, mine, true)).rejects.toThrow('took this fundraiser off the list')
    await expect(unlistDrive(db, slug, { by, why: 'Twice' })).rejects.toThrow('has just decided')
    await allowListing(db, slug, { by, why: 'It was changed' })
    expect(await found()).toEqual([])
    await setListed(db, mine, true)
    expect(await found()).toEqual([slug])
    const lines = await allRows('audit_log', { subject: id })
    expect(lines.map(({ act, why }) => [act, why])).toEqual([
      ['drive unlisted', 'It is an advertisement'],
      ['listing allowed', 'It was changed'],
    ])
    await expect(unlistDrive(db, (await listed({ ownerId: by.id })).slug, { by, why: 'x' })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('the order', () => {
  test('knows nothing of views, packages or payments: nobody can pay for a place [T1341]', async () => {
    for (const sort of ['newest', 'nearly', 'ending'] as const) {
      const { sql: text } = discoverQuery(db, { q: 'roof', category: 'Medical', sort }).compile()
      expect(text).not.toMatch(/subscription|package|payment|remaining|price|view_/i)
      // The one word about views says yes or no.
      expect(text.match(/views/g)).toEqual(['views'])
      expect(text).toContain('has_views(d.id)')
    }
    const all = [await listed(), await listed(), await listed()].map(({ slug }) => slug)
    expect(await found()).toEqual([...all].reverse())
    const { id } = await oneRow('fund_drives', { slug: all[0]! })
    await setRows('subscriptions', { fund_drive_id: id }, { views: 1_000_000, remaining_views: 1_000_000 })
    expect(await found()).toEqual([...all].reverse())
  })

  test('is the newest, those nearly there, or those that end soon [T1342]', async () => {
    const [late, soon, none] = [
      await listed({ goal: '1000', endDate: inDays(30) }),
      await listed({ goal: '1000', endDate: inDays(2) }),
      await listed({ goal: '1000' }),
    ]
    expect(await found({ sort: 'newest' })).toEqual([none.slug, soon.slug, late.slug])
    expect(await found({ sort: 'ending' })).toEqual([soon.slug, late.slug])
    expect(await found({ sort: 'nearly' })).toEqual([])
    await gift(db, late.id, 70_000)
    await gift(db, soon.id, 69_900)
    await gift(db, none.id, 99_900)
    expect(await found({ sort: 'nearly' })).toEqual([none.slug, late.slug])
    await gift(db, none.id, 100)
    expect(await found({ sort: 'nearly' })).toEqual([late.slug])
  })

  test('goes on in pages of 24, none twice and none left out [T1343]', async () => {
    const all: string[] = []
    for (let nr = 0; nr < 30; nr++) all.push((await listed({ endDate: inDays(1 + (nr % 3)) })).slug)
    for (const sort of ['newest', 'ending'] as const) {
      const first = await readDiscovered(db, asked({ sort }))
      const second = await readDiscovered(db, asked({ sort, after: first.next }))
      expect([first.cards.length, second.cards.length, second.next]).toEqual([24, 6, null])
      expect([...first.cards, ...second.cards].map(({ slug }) => slug).sort()).toEqual([...all].sort())
    }
    for (const after of ['x', '%00', '["2026","1"]', 'a'.repeat(5000)])
      expect((await readDiscovered(db, { ...asked(), after })).cards).toHaveLength(24)
  })
})

describe('a search', () => {
  test('finds all of its words in title, slogan and place, and by category [T1344]', async () => {
    const roof = await listed({ title: 'A roof for Kisumu', slogan: 'rain is near' })
    const well = await listed({ title: 'A well' })
    await setRows('fund_drives', { id: well.id }, { location: 'Kisumu', category: 'Community' })
    expect((await found({ q: 'kisumu' })).sort()).toEqual([roof.slug, well.slug].sort())
    expect(await found({ q: '  KISUMU   rain ' })).toEqual([roof.slug])
    expect(await found({ q: 'kisumu', category: 'Community' })).toEqual([well.slug])
    expect(await found({ category: 'Sports' })).toEqual([])
    for (const q of ['%', '_', "'; drop table users", '\\', 'kisumu\u0000rain%'])
      expect([q, await found({ q })]).toEqual([q, []])
  })

  test('has a length, and an address that makes no sense shows the usual list [T1345]', () => {
    const odd = { q: `${'x'.repeat(500)}`, category: '__proto__', sort: 'paid', after: '' }
    expect(discoverAsked(new URLSearchParams(odd))).toEqual({
      q: 'x'.repeat(100),
      category: '',
      sort: 'newest',
      after: null,
    })
    expect(discoverAsked(new URLSearchParams({ category: '99999999999', sort: 'constructor' }))).toMatchObject({
      category: '',
      sort: 'newest',
    })
    expect(discoverPath({ q: 'a b', category: 'Medical', sort: 'ending' })).toBe(
      '/discover?q=a+b&category=Medical&sort=ending',
    )
  })

  test('is limited for one network; the first pages are kept for a minute [T1346]', async () => {
    const [drive, now] = [await listed(), Date.now() + 1e8]
    const first = await discovered(db, asked({ category: 'Medical' }), '41.90.7.1', now)
    await setListed(db, drive.mine, false)
    const again = (at: number) => discovered(db, asked({ category: 'Medical' }), '41.90.7.1', at)
    expect((await again(now + 59_000)).cards).toEqual(first.cards)
    expect((await again(now + 61_000)).cards).toEqual([])
    for (let nr = 0; nr < 120; nr++) await discovered(db, asked({ q: 'roof' }), '41.90.7.2')
    await expect(discovered(db, asked({ q: 'roof' }), '41.90.7.2')).rejects.toMatchObject({ status: 429 })
    await discovered(db, asked({ q: 'roof' }), '41.90.8.2')
  })
})

describe('the page', () => {
  test('is found from the foot of every page, works without a script, and in both languages [T1347]', async () => {
    const { slug } = await listed({ title: 'Books for Turkana' })
    const one = walks()
    await one.open('/')
    await one.follow('Discover fundraisers')
    expect(one.page.words).toContain('Nobody can pay for a place here.')
    await one.press('Find', { q: 'turkana' })
    expect(one.page.words).toContain('Books for Turkana')
    await one.follow('Books for Turkana')
    expect(one.page.text).toContain(`/fundraiser/${slug}/donate`)
    expect((await get('/discover?q=nothing-like-it')).words).toContain('No fundraisers found')
    expect((await get('/discover?q=nothing-like-it')).text).toContain('content="noindex"')
    expect((await get('/discover', { language: 'sw' })).words).toContain('Hakuna anayeweza kulipia nafasi hapa.')
  })

  test('is switched on under the settings, which say what is missing [T1348]', async () => {
    const owner = await somePerson(db)
    const { id, slug } = await someDrive(db, { ownerId: owner.id })
    const from = { cookie: (await signedIn(owner)).headers.get('cookie')! }
    const settings = `/fund-drive/${slug}/settings`
    expect((await get(settings, from)).words).toMatch(
      /Each visitor who opens your page uses a view\..*it still needs: a picture a story/,
    )
    const list = `${settings}/list`
    await send(list, { listed: 'on' }, from)
    expect((await oneRow('fund_drives', { id })).listed_at).toBeNull()
    await setRows('fund_drives', { id }, complete)
    await send(list, { listed: 'on' }, from)
    expect((await oneRow('fund_drives', { id })).listed_at).not.toBeNull()
    await send(list, {}, from)
    expect((await oneRow('fund_drives', { id })).listed_at).toBeNull()
  })

  test('is in the sitemap with the listed fundraisers alone, which robots.txt names [T1349]', async () => {
    const [shown, hidden] = [await listed(), await someDrive(db)]
    expect(await listedSlugs(db, Date.now() + 2e9)).toEqual([shown.slug])
    const map = await get('/sitemap.xml')
    expect([map.status, map.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(map.text).toContain(`/fundraiser/${shown.slug}</loc>`)
    expect(map.text).not.toContain(`/fundraiser/${hidden.slug}</loc>`)
    expect((await get('/robots.txt')).text).toMatch(
      /^User-agent: \*\nDisallow: \/admin\n[\s\S]*\nSitemap: http.*\/sitemap\.xml\n$/,
    )
  })
})

test('views that are free keep a fundraiser in the list', async () => {
  const { id, slug } = await listed()
  await setRows('subscriptions', { fund_drive_id: id }, { views: 100, used_views: 100, remaining_views: 0 })
  expect(await found()).toEqual([])
  await db.insertInto('operator_choices').values({ name: 'VIEWS_PAYWALL', value: 'off', why: 'a test' }).execute()
  await readChoices(db)
  expect(await found()).toEqual([slug])
})
