import { afterEach, beforeAll, expect, test } from 'vitest'
import { boughtViews, creditsOf } from '#app/drives/views/credits.server.ts'
import { mailViewsLeft } from '#app/drives/views/mails.server.tsx'
import { countViews, trackView } from '#app/drives/views/view.server.ts'
import { buyViews } from '#app/money/payments/purchase.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { countOf, query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { unbalancedViews, viewsBought } from '#test/views-bought.ts'

// Views that operators made free: no page is shut, nothing is used or sold, and on again all is as before.

leavesSomethingBehind()

const db = await testDatabase()
const { get } = plainBrowser()
beforeAll(() => {
  useMobileMoney(pretendRail())
  scriptedProvider()
})
const written = (value: 'off' | null) =>
  db.insertInto('operator_choices').values({ name: 'VIEWS_PAYWALL', value, why: 'a test' }).execute()
const choose = async (value: 'off' | null) => {
  await written(value)
  await readChoices()
}
afterEach(() => choose(null))

const seenBy = (id: string, nr: number) =>
  trackView(db, id, { visitor: `v${nr}`, address: `41.91.${nr}.7`, userAgent: 'Mozilla/5.0 Android Mobile' })
const useUp = (id: string) =>
  query`update subscriptions set remaining_views = 0, views = used_views where fund_drive_id = ${id}`

test('a page without views is open, and visits are counted and cost nothing; on again it is shut as before [T1053]', async () => {
  const { id, slug } = await someDrive(db)
  await useUp(id)
  expect((await get(`/fundraiser/${slug}`)).status).toBe(403)
  await choose('off')
  const { status, words } = await get(`/fundraiser/${slug}`)
  expect([status, words.includes('Access Restricted')]).toEqual([200, false])
  expect([await seenBy(id, 1), await seenBy(id, 2), await seenBy(id, 1)]).toEqual(['free', 'free', 'free'])
  expect([await countViews(db, id), (await creditsOf(db, id))?.used]).toEqual([2, 0])
  await choose(null)
  expect((await get(`/fundraiser/${slug}`)).status).toBe(403)
  expect([await seenBy(id, 1), await seenBy(id, 3)]).toEqual(['blocked', 'blocked'])
})

test('views that were bought stay, and are used again once visits cost views [T1054]', async () => {
  const drive = await someDrive(db)
  const { views } = await viewsBought(db, drive)
  expect(await seenBy(drive.id, 1)).toBe('counted')
  const before = await creditsOf(db, drive.id)
  expect(before).toMatchObject({ remaining: views + 14, used: 1 })
  expect(await boughtViews(db)).toEqual({ drives: 1, views: views + 14 })
  await choose('off')
  for (let nr = 2; nr < 12; nr++) expect(await seenBy(drive.id, nr)).toBe('free')
  expect([await creditsOf(db, drive.id), await unbalancedViews(db)]).toEqual([before, 0])
  await choose(null)
  expect(await seenBy(drive.id, 2)).toBe('counted')
  expect(await creditsOf(db, drive.id)).toMatchObject({ remaining: views + 13, used: 2 })
})

test('a process that has not read the choice yet takes no credit either [T1055]', async () => {
  const { id } = await someDrive(db)
  await written('off')
  expect([await seenBy(id, 1), await countViews(db, id)]).toEqual(['free', 1])
  expect(await creditsOf(db, id)).toMatchObject({ remaining: 15, used: 0 })
})

test('owners read nothing about views that are left or bought, and none are sold [T1056]', async () => {
  const person = await somePerson(db)
  const cookie = await cookieOf(person)
  const { id, slug } = await someDrive(db, { ownerId: person.id })
  await useUp(id)
  const pages = [
    '/dashboard',
    '/dashboard/new',
    ...['home', 'info', 'payouts', 'analytics'].map((one) => `/fund-drive/${slug}/${one}`),
  ]
  const about = /buy (more )?views|views? left|views are left|used up|free views?|Package:|View usage/i
  const sayIt = async () => {
    const read = await Promise.all(pages.map(async (path) => [path, (await get(path, { cookie })).words] as const))
    return read.filter(([, words]) => about.test(words)).map(([path]) => path)
  }
  expect(await sayIt()).toEqual(pages)
  expect((await get('/about/fees')).words).toContain('15 free views')
  await choose('off')
  expect(await sayIt()).toEqual([])
  expect((await get('/about/fees')).words).not.toMatch(/free views|\[/)
  expect((await get('/about/help')).words).not.toMatch(/Access Restricted|\[/)
  const buying = await get(`/fund-drive/${slug}/payouts/buy-views`, { cookie })
  expect(buying.words).not.toMatch(/Starter|Growth/)
  const packageId = (await query<{ id: string }>`select id from subscription_packages where name = 'Starter'`)[0]!.id
  const buyer = { id: person.id, email: person.email }
  const bought = buyViews(db, buyer, { driveId: id, packageId }, { language: 'en', origin: 'http://harambee.test' })
  await expect(bought).rejects.toThrow('Views are free here')
  await mailViewsLeft(db, { driveId: id, level: 'exhausted' })
  expect(await countOf('payments', { fund_drive_id: id })).toBe(0)
  expect(await query`select from sandbox.mails where subject like '%used up%'`).toEqual([])
})
