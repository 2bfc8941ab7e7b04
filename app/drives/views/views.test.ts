import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { unbalancedViews } from '#test/views-bought.ts'
import { creditsOf, packagesForSale } from './credits.server.ts'
import { deviceTypeOf } from './report-view.ts'
import { chartsOf, countViews, isCrawler, trackView, viewLimits } from './view.server.ts'
import { creditLevel, type Looking, ownStays, placeOfView, spanOfViews } from './view.ts'
import { viewsList } from './views-list.server.ts'

const db = await testDatabase()
const phone = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36'
const tablet = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const look = (visitor: string, more: Partial<Looking> = {}): Looking => ({
  visitor,
  address: '41.90.64.123',
  userAgent: phone,
  ...more,
})
/** From networks of their own: nobody stands for anybody else. */
const lookFrom = (nr: number) => look(`v${nr}`, { address: `41.91.${nr}.7` })
const tally = (all: string[]) =>
  Object.fromEntries([...new Set(all)].sort().map((one) => [one, all.filter((it) => it === one).length]))
const setCredits = (id: string, left: number) =>
  query`update subscriptions set remaining_views = ${left}, used_views = 0, views = ${left} where fund_drive_id = ${id}`
const unbalanced = () => unbalancedViews(db)

describe('a visitor’s stay', () => {
  test('costs one credit, however often they come back in half an hour [T134]', async () => {
    const { id } = await someDrive(db)
    expect(await trackView(db, id, look('a'))).toBe('counted')
    expect(await trackView(db, id, look('a'))).toBe('again')
    expect(await trackView(db, id, look('b'))).toBe('counted')
    expect(await creditsOf(db, id)).toMatchObject({
      remaining: 13,
      used: 2,
      views: 15,
      package: 'Free',
      level: 'plenty',
    })
    await timePasses('30 minutes 1 second')
    expect(await trackView(db, id, look('a'))).toBe('counted')
    expect([await countViews(db, id), await unbalanced()]).toEqual([3, 0])
  })

  test('is kept with a shortened address, its device and an unknown place [T355]', async () => {
    const { id } = await someDrive(db)
    await trackView(db, id, look('a'))
    await trackView(db, id, look('b', { userAgent: tablet, address: '2a01:4f8:1:2::3' }))
    await trackView(db, id, look('c', { userAgent: desk, address: 'nonsense' }))
    await trackView(db, id, look('d', { deviceType: 'tablet', location: 'Kenya' }))
    const views = await rowsOf(viewsList, db, id)
    expect(views.map(({ deviceType, address, location }) => [deviceType, address, location])).toEqual([
      ['tablet', '41.90.64.0', 'Kenya'],
      ['desktop', '', 'Unknown'],
      ['tablet', '2a01:4f8:1::', 'Unknown'],
      ['mobile', '41.90.64.0', 'Unknown'],
    ])
  })

  test('costs nothing for the owner, administrators and crawlers [T329]', async () => {
    const { id, ownerId } = await someDrive(db)
    const free = [{ personId: ownerId }, { personId: null, isAdmin: true }, { userAgent: 'WhatsApp/2.24.1 A' }]
    for (const who of free) expect(await trackView(db, id, look('a', who))).toBe('free')
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 15, used: 0 })
  })

  test('of a drive that is not active, or not there, is none', async () => {
    const { id } = await someDrive(db)
    await sql`update fund_drives set status = 'paused' where id = ${id}`.execute(db)
    expect(await trackView(db, id, look('a'))).toBe('missing')
    expect(await trackView(db, crypto.randomUUID(), look('a'))).toBe('missing')
    expect(await countViews(db, id)).toBe(0)
  })
})

describe('the last credit', () => {
  test('of 64 visitors at once one gets it [T331]', async () => {
    const { id } = await someDrive(db)
    await setCredits(id, 1)
    const all = await Promise.all(Array.from({ length: 64 }, (_, at) => trackView(db, id, lookFrom(at))))
    expect(tally(all)).toEqual({ blocked: 63, counted: 1 })
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 0, used: 1, level: 'exhausted' })
    expect(await unbalanced()).toBe(0)
  })

  test('the database itself keeps credits from falling below zero and from not adding up', async () => {
    const { id } = await someDrive(db)
    const set = (what: string) => sql.raw(`update subscriptions set ${what} where fund_drive_id = '${id}'`).execute(db)
    await expect(set('remaining_views = -1, used_views = 16')).rejects.toThrow('subscriptions_never_below_zero')
    await expect(set('remaining_views = 100')).rejects.toThrow('subscriptions_add_up')
  })
})

describe('one network', () => {
  const from = (nr: number, address = `41.90.64.${nr % 250}`) => look(`n${nr}`, { address })
  const all = async (id: string, count: number, address?: string) =>
    tally(await Promise.all(Array.from({ length: count }, (_, nr) => trackView(db, id, from(nr, address)))))

  test('with a new cookie for each look can’t shut a drive: beyond a third of its credits it counts as one visitor', async () => {
    const { id } = await someDrive(db)
    expect(await all(id, 64)).toEqual({ counted: 6, again: 58 })
    expect(await trackView(db, id, look('elsewhere', { address: '41.90.65.1' }))).toBe('counted')
    // Who was counted before stays who they are; half an hour later the others cost one credit again, together.
    expect(await trackView(db, id, from(0))).toBe('again')
    await timePasses('31 minutes')
    expect(await all(id, 64)).toEqual({ counted: 1, again: 63 })
    // A day later they are visitors like any others.
    await timePasses('25 hours')
    expect(await all(id, 64)).toEqual({ counted: 6, again: 58 })
    expect([(await creditsOf(db, id))?.remaining, await unbalanced()]).toEqual([1, 0])
  })

  test('of a large village counts for what it is, while there are credits enough', async () => {
    const { id } = await someDrive(db)
    await setCredits(id, 300)
    expect(await all(id, 90)).toEqual({ counted: 90 })
    expect((await all(id, 120)).counted).toBe(11)
    expect([ownStays(15), ownStays(0), ownStays(200), ownStays(100_000)]).toEqual([7, 5, 100, 1000])
  })

  test('that is our own proxy, or the machine itself, is no network', async () => {
    const [one, two] = [await someDrive(db), await someDrive(db)]
    expect(await all(one.id, 20, '127.0.0.1')).toEqual({ counted: 15, blocked: 5 })
    expect(await all(two.id, 20, '172.18.0.1')).toEqual({ counted: 15, blocked: 5 })
  })
})

describe('what the owner sees', () => {
  test('the newest fifty one by one, and all of them counted by day, hour, device and place [T237]', async () => {
    const { id } = await someDrive(db)
    await setCredits(id, 1000)
    await sql`
      with s as (update subscriptions set used_views = 300, remaining_views = 700 where fund_drive_id = ${id} returning id)
      insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewed_at)
      select ${id}, s.id, n::text, case when n % 3 = 0 then 'desktop' else 'mobile' end,
        case when n % 10 = 0 then 'Kenya' else 'Unknown' end, timestamptz '2026-11-20 21:30+00' - make_interval(days => n % 40)
      from generate_series(1, 300) n, s`.execute(db)
    expect(await rowsOf(viewsList, db, id)).toHaveLength(50)
    const charts = await chartsOf(db, id, { days: 30, now: new Date('2026-11-21T09:00:00Z') })
    expect([charts.days.length, charts.days[0]?.day, charts.days.at(-1)?.day]).toEqual([30, '2026-10-23', '2026-11-21'])
    const shown = charts.days.reduce((sum, { views }) => sum + views, 0)
    expect(charts.days.at(-1)?.views).toBe(7)
    // Half past nine in the evening of the world's time is past midnight in Nairobi.
    expect(charts.hours.map((views, hour) => (views ? [hour, views] : 0)).filter(Boolean)).toEqual([[0, shown]])
    expect(charts.devices.map(({ name }) => name)).toEqual(['mobile', 'desktop'])
    expect(charts.devices.reduce((sum, { views }) => sum + views, 0)).toBe(shown)
    expect(charts.places.map(({ name }) => name)).toEqual(['Unknown', 'Kenya'])
  })

  test('all of them as a file: newest first, each once, in the reader’s language, and nothing that a spreadsheet runs [T108]', async () => {
    const { id, slug } = await someDrive(db)
    await sql`
      with s as (update subscriptions set views = 5, used_views = 5, remaining_views = 0 where fund_drive_id = ${id} returning id)
      insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewer_ip, viewed_at)
      select ${id}, s.id, n::text, 'mobile', (array['KE', 'Unknown', '=1+1', 'TZ', 'US'])[n], '41.90.64.0',
        timestamptz '2026-11-20 21:30+00' + make_interval(mins => n)
      from generate_series(1, 5) n, s order by n`.execute(db)
    const inPages = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof viewsList.page>> = await viewsList.page(
        db,
        id,
        new URLSearchParams({ after }),
        undefined,
        2,
      )
      inPages.push(page.rows.map(({ location }) => location))
      after = page.next
    }
    expect(inPages).toEqual([['US', 'TZ'], ['=1+1', 'Unknown'], ['KE']])
    const reader = { words: wordsIn('sw'), language: 'sw' as const }
    const file = await viewsList.csv(db, { id, slug }, new URLSearchParams(), reader).text()
    expect(file.split('\r\n')).toEqual([
      'Device Type,Date,Time,Location,IP',
      'Mobile,2026-11-21,00:35,Marekani,41.90.64.0',
      'Mobile,2026-11-21,00:34,Tanzania,41.90.64.0',
      "Mobile,2026-11-21,00:33,'=1+1,41.90.64.0",
      'Mobile,2026-11-21,00:32,Unknown,41.90.64.0',
      'Mobile,2026-11-21,00:31,Kenya,41.90.64.0',
      '',
    ])
  })

  test('a drive that nobody has seen has empty charts', async () => {
    const { id } = await someDrive(db)
    const charts = await chartsOf(db, id)
    expect([charts.devices, charts.places, charts.hours.length]).toEqual([[], [], 24])
    expect(charts.days.every(({ views }) => views === 0)).toBe(true)
  })

  test('packages for sale come by price; Free is none of them and the second is the most popular [T135]', async () => {
    const packages = await packagesForSale(db)
    expect(packages.map(({ amount }) => amount)).toEqual([500, 1500, 4000])
    expect(packages.map(({ mostPopular }) => mostPopular)).toEqual([false, true, false])
    expect([creditLevel(6), creditLevel(5), creditLevel(0)]).toEqual(['plenty', 'low', 'exhausted'])
  })
})

test('sixty views a minute is the most one network may have counted', () => {
  expect(viewLimits('41.90.64.123')).toEqual([
    { often: true, name: 'view', key: '41.90.64.123', times: 600, seconds: 60 },
  ])
})

test('a browser’s device is read from what it says [T213]', () => {
  const android = phone.replace('Mobile ', '')
  expect([phone, tablet, desk, android, '', 'KAIOS/3.0 Mobile'].map(deviceTypeOf)).toEqual([
    'mobile',
    'tablet',
    'desktop',
    'tablet',
    'desktop',
    'mobile',
  ])
})

test('who fetches previews is a crawler; browsers, also without a window, and programs sent on purpose are not [T330]', () => {
  const previews = ['facebookexternalhit/1.1', 'WhatsApp/2.24.1 A', 'Twitterbot/1.0', 'TelegramBot (like TwitterBot)']
  for (const agent of [...previews, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'])
    expect([agent, isCrawler(agent)]).toEqual([agent, true])
  const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/148.0.0.0 Safari/537.36'
  for (const agent of [
    phone,
    tablet,
    desk,
    headless,
    `${phone} WhatsApp/2.24`,
    'curl/8.5.0',
    'node',
    'python-requests/2.32',
    '',
  ])
    expect([agent, isCrawler(agent)]).toEqual([agent, false])
})

test('a country has its name in the reader’s language; what is none stays as it was told', () => {
  expect([placeOfView('en', 'KE'), placeOfView('en', 'US'), placeOfView('sw', 'US'), placeOfView('sw', 'GB')]).toEqual([
    'Kenya',
    'United States',
    'Marekani',
    'Uingereza',
  ])
  for (const place of ['Unknown', 'Nairobi', 'ke', 'ZZZ', '']) expect(placeOfView('en', place)).toBe(place)
})

test('whatever an address asks for, the charts show a week, a month or a quarter', () => {
  expect(['7', '30', '90', null, '', '31', '-7', '7 ', '1e1'].map(spanOfViews)).toEqual([
    7, 30, 90, 30, 30, 30, 30, 30, 30,
  ])
})
