import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isNight } from '#test/night.ts'
import { addDoor, named, someHost } from './doors.ts'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { holdBack, isScripted, visitor, type Wishes } from './visitor.ts'

// The pages on which people work are painted with rules that they bring, and do what they say before their scripts are there.

const scripts = /\/assets\/.*\.js/
const patient = { timeout: 30_000 }

/** An owner with a drive, in whose browser is no file of ours, only their session. Acts don't wait for scripts. */
async function owner(wishes: Wishes = {}) {
  const seen = await signedIn({ width: 360, early: true, ...wishes })
  const slug = await openDrive(seen.page)
  // The message of the new drive is said once.
  await seen.page.goto('/dashboard')
  await forgetSheet(seen.page)
  return { ...seen, slug }
}
/** A page whose scripts are held back is never loaded whole. */
async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor()
}
const forgetSheet = (page: Page) => page.context().clearCookies({ name: 'sheet' })

const pagesOf = (slug: string) => [
  '/dashboard',
  '/dashboard/new',
  '/profile',
  '/settings',
  '/giving',
  '/kumbukumbu',
  ...['home', 'info', 'donations', 'payouts', 'comments', 'pledges', 'analytics', 'settings'].map(
    (page) => `/fund-drive/${slug}/${page}`,
  ),
]

/** The place and size of everything on the page, once it is laid out. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *:not(script)')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return [one.tagName, ...[x, y, width, height].map(Math.round)].join(' ')
    }),
  )

test('each page of an owner is seen as it stays before its style sheet and its scripts are there [T1161]', async () => {
  const { page, context, slug } = await owner({ expectFaults: /\.css|\.js/ })
  await page.route(/\/assets\/.*\.(js|woff2)/, (route) => route.abort())
  let hasSheet = false
  await page.route(/\/assets\/.*\.css/, (route) => (hasSheet ? route.continue() : route.abort()))
  const widths = [360, 1280]
  for (const [nr, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 })
    // Every other page is seen on the other width by night.
    for (const path of pagesOf(slug).filter((_, at) => isNight || at % widths.length === nr)) {
      const seen = async (sheet: boolean) => {
        hasSheet = sheet
        await context.clearCookies({ name: 'sheet' })
        await page.goto(path)
        if (sheet) await page.waitForFunction(() => !document.querySelector('link[media="not all"]'))
        return boxes(page)
      }
      expect(await seen(false), `${path} at ${width}`).toEqual(await seen(true))
    }
  }
})

test('links, forms and menus do what they say before the scripts are there [T1162]', async () => {
  const { page, slug } = await owner()
  await holdBack(page, scripts)
  await open(page, '/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Profile' }).locator('visible=true').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New Fund Drive' }).click()
  await page.waitForURL('**/dashboard/new**', { waitUntil: 'commit' })
  await page.getByLabel('Title').fill('Roof for the school')
  // On a wide screen the ways through a drive are beside its page.
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, `/fund-drive/${slug}/home`)
  await page.getByRole('link', { name: 'Donations' }).locator('visible=true').first().click()
  await page.waitForURL(`**/fund-drive/${slug}/donations`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await page.locator('html[lang=sw]').waitFor({ state: 'attached' })
  expect(await isScripted(page)).toBe(false)
})

test('nothing typed or chosen is lost when React arrives [T1163]', async () => {
  const { page, slug, faults } = await owner()
  const go = await holdBack(page, scripts)
  await open(page, `/fund-drive/${slug}/info`)
  await page.getByLabel('Title').fill('Typed early')
  await page.getByLabel('Category').selectOption('Education')
  expect(await isScripted(page)).toBe(false)
  go()
  await expect.poll(() => isScripted(page), patient).toBe(true)
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed early')
  expect(await page.getByLabel('Category').inputValue()).toBe('Education')
  expect(faults).toEqual([])
})

test('a press on a button that needs a script is done when React is there, once; not after five seconds [T1164]', async () => {
  const { page, faults } = await owner()
  for (const [wait, theme] of [[0, 'light'] as const, [5_100, null] as const]) {
    await forgetSheet(page)
    await page.evaluate(() => localStorage.removeItem('ui-theme')).catch(() => {})
    const go = await holdBack(page, scripts)
    await open(page, '/dashboard')
    await page.getByRole('button', { name: /^Theme/ }).click()
    await page.waitForTimeout(wait)
    go()
    await expect.poll(() => isScripted(page), patient).toBe(true)
    await page.waitForTimeout(100)
    expect(await page.evaluate(() => document.documentElement.dataset.theme ?? null)).toBe(theme)
  }
  expect(faults).toEqual([])
})

test('who has the style sheet of this version gets the page without its rules [T1165]', async () => {
  const { page, context } = await owner()
  const hasRules = async () => (await (await page.request.get('/dashboard')).text()).includes('media="not all"')
  expect(await hasRules()).toBe(true)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sheet')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(await hasRules()).toBe(false)
  // After a change of the product it fetches another one.
  await context.addCookies([{ ...cookie!, value: 'of-before' }])
  expect(await hasRules()).toBe(true)
})

/** In bytes, as they travel, before a touch. A chart, an editor or a dialog that comes with each page would be seen here. */
const weights: [path: (slug: string) => string, most: number][] = [
  [() => '/dashboard', 169_000],
  [(slug) => `/fund-drive/${slug}/home`, 196_000],
  [(slug) => `/fund-drive/${slug}/donations`, 205_000],
  [(slug) => `/fund-drive/${slug}/payouts`, 220_000],
  [(slug) => `/fund-drive/${slug}/analytics`, 212_000],
  [(slug) => `/fund-drive/${slug}/settings`, 218_000],
]
test('the pages of an owner fetch no more script than is allowed [T1166]', async () => {
  const { slug, context } = await owner()
  for (const [path, most] of weights) {
    const { page } = await visitor({ width: 360 })
    await page.context().addCookies((await context.cookies()).filter(({ name }) => name !== 'sheet'))
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    const asked = new Set<string>()
    let bytes = 0
    line.on(
      'Network.responseReceived',
      ({ requestId, response }) => void (/\.js$/.test(response.url) && asked.add(requestId)),
    )
    line.on('Network.loadingFinished', (one) => {
      if (asked.has(one.requestId)) bytes += one.encodedDataLength
    })
    await page.goto(path(slug))
    await expect.poll(() => isScripted(page), patient).toBe(true)
    // Some files come after React: all are counted, whichever is first.
    await page.waitForLoadState('networkidle')
    expect(bytes, path(slug)).toBeGreaterThan(100_000)
    expect(bytes, path(slug)).toBeLessThan(most)
  }
})

test('the page of a code can be read before the door’s program is there, and does not move [T1167]', async () => {
  const host = await someHost([])
  const link = await addDoor(host, named('Main gate'))
  for (const language of ['en', 'sw'] as const) {
    const { page, faults } = await visitor({ width: 360, language, early: true })
    const go = await holdBack(page, /\/assets\/door\//)
    await open(page, new URL(link).pathname)
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, h1 + p')].map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return [one.textContent, x, y, width, height]
        }),
      )
    // Before its style sheet the browser paints nothing.
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    expect(before).toHaveLength(2)
    go()
    await page.getByRole('button', { name: /^(Join|Jiunge)$/ }).waitFor()
    expect(await places()).toEqual(before)
    expect(faults).toEqual([])
  }
})
