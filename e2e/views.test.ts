/** @module-tag night */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { signedIn } from './session.ts'
import { holdBack, scripted, visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// A visitor looks at a drive: what it costs, when it is refused, and what the owner sees of it.

let house: House
let owner: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  house = await openHouse()
  owner = await signedIn({ url: house.url })
})
afterAll(() => house?.stop())

let made = 0
/** A drive of the owner's with so many views left. */
async function driveWith(views: number) {
  const slug = `seen-${++made}`
  const [drive] = await ask(
    house,
    `with d as (
       insert into fund_drives (user_id, slug, title, goal_amount, category)
       select id, $1, $2, 100000, 'Medical' from users where email = $3 returning id, user_id
     ), s as (
       insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views)
       select d.id, d.user_id, p.id, $4, $4 from d, subscription_packages p where p.name = 'Free'
     ) select id from d`,
    [slug, `Seen ${made}`, owner.who.email, views],
  )
  return { id: String(drive!.id), slug, path: `/fundraiser/${slug}`, title: `Seen ${made}` }
}
const used = async (id: string) =>
  (await ask(house, 'select used_views from subscriptions where fund_drive_id = $1', [id]))[0]!.used_views
// A browser without a cookie is sent to the same address once more.
const told = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/track-view') && answer.status() === 200)
const someone = async (address?: string) => {
  const one = await visitor({ url: house.url })
  if (address) await one.context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  return one
}
const shown = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title })
const restricted = (page: Page) => page.getByRole('heading', { name: 'Access Restricted' })

test('a visitor’s stay costs one view, in two tabs and after a reload; the owner’s costs none, and they watch it come in [T326]', async () => {
  const drive = await driveWith(15)
  const { page: watching } = owner
  await watching.goto(`/fund-drive/${drive.slug}/analytics`)
  await watching.getByText('No views yet').waitFor()
  await scripted(watching)

  const { page, context } = await someone('41.90.64.123')
  const [first] = await Promise.all([told(page), page.goto(drive.path)])
  expect(await first.json()).toEqual({ success: true, view: 'counted' })
  await watching.getByText('The newest view, with device').click()
  const row = watching.getByRole('row').filter({ hasText: '41.90.64.0' })
  await row.waitFor()
  for (const cell of ['Desktop', 'Kenya', '41.90.64.0', /\d\d:\d\d/])
    await expect.poll(() => row.getByRole('cell').filter({ hasText: cell }).count()).toBe(1)

  const second = await context.newPage()
  const [again] = await Promise.all([told(second), second.goto(drive.path)])
  expect((await again.json()).view).toBe('again')
  await Promise.all([told(page), page.reload()])
  await Promise.all([page.waitForLoadState('networkidle'), watching.goto(drive.path)])
  await shown(watching, drive.title).waitFor()
  await watching.waitForLoadState('networkidle')
  expect(await used(drive.id)).toBe(1)
})

test('when the last view is spent, a page that waits for its turn shuts, and opens again with new views', async () => {
  const drive = await driveWith(1)
  const { page: late } = await someone()
  const release = await holdBack(late, '**/api/track-view')
  await late.goto(drive.path)
  await shown(late, drive.title).waitFor()
  await scripted(late)

  const { page: counted } = await someone()
  await Promise.all([told(counted), counted.goto(drive.path)])
  await restricted(late).waitFor()
  release()
  await counted.reload()
  await shown(counted, drive.title).waitFor()

  const { page: stranger } = await someone()
  expect((await stranger.goto(drive.path))!.status()).toBe(403)
  await restricted(stranger).waitFor()
  await stranger.getByText('This fundraiser has exceeded its view limit.').waitFor()
  await scripted(stranger)
  await ask(house, 'update subscriptions set views = 11, remaining_views = 10 where fund_drive_id = $1', [drive.id])
  await ask(house, `select pg_notify('live', $1)`, [`drive:${drive.id}`])
  await shown(stranger, drive.title).waitFor()
})

test('a page that comes too late for the last view, and hears nothing, is told so when it asks [T215]', async () => {
  const drive = await driveWith(1)
  const { page } = await someone()
  // Not by routes: in a page that has any, a request that outlives its page is not sent on to the address that its answer names.
  await page.exposeFunction('useUp', () =>
    ask(house, 'update subscriptions set used_views = 1, remaining_views = 0 where fund_drive_id = $1', [drive.id]),
  )
  await page.addInitScript(() => {
    globalThis.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource
    const { fetch, useUp } = globalThis as unknown as { fetch: typeof globalThis.fetch; useUp: () => Promise<void> }
    globalThis.fetch = async (...asked) => {
      if (asked[0] === '/api/track-view') await useUp()
      return fetch(...asked)
    }
  })
  await page.goto(drive.path)
  await restricted(page).waitFor()
})
