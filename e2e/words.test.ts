import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { holdBack, isScripted, scripted, visitor } from './visitor.ts'

// The words of a language come in two files: what visitors' pages can say, and the rest. English stands in the code.

/** The files of words that the browser has fetched. */
function wordsOf(page: Page): string[] {
  const files: string[] = []
  page.on('requestfinished', (request) => {
    const found = /\/assets\/(sw-(visitors|rest))-/.exec(request.url())
    if (found) files.push(found[1]!)
  })
  return files
}
const isAlive = (page: Page) => expect.poll(() => isScripted(page)).toBe(true)
async function dashboard(page: Page) {
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: /Wanjiru/ }).waitFor()
}
const both = ['sw-rest', 'sw-visitors']
const stays = (page: Page) => page.evaluate(() => Object.assign(window, { stayed: true }))
const hasStayed = async (page: Page) => expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
/** Of a page that speaks Swahili; one that is not as the server drew it tells so in `faults`, too. */
const english = /\b(the|your|and|Dashboard|Settings|Sign out)\b/

const isAll = async (page: Page) => expect(await page.locator('main').textContent()).not.toMatch(english)

test('a visitor gets the words of visitors’ pages; a person who is signed in gets the rest with the dashboard', async () => {
  const { page: own, faults } = await signedIn({ language: 'sw' })
  await isAlive(own)
  const words = wordsOf(own)
  await own.goto('/')
  await isAlive(own)
  expect(words).not.toContain('sw-rest')
  await own.getByRole('link', { name: 'Dashibodi' }).first().click()
  await dashboard(own)
  await isAlive(own)
  await isAll(own)
  // And between them without loading the page again.
  await stays(own)
  await own.locator('header').getByRole('link', { name: 'Harambee' }).first().click()
  await own.waitForURL((url) => url.pathname === '/')
  await own.goBack()
  await dashboard(own)
  await hasStayed(own)
  await isAll(own)
  expect(faults).toEqual([])
})

/** Goes on to signing in from a page that has the words of visitors' pages only. */
async function goToSignIn(rest: (route: Route) => Promise<void>) {
  const { page, faults } = await visitor({ language: 'sw' })
  const words = wordsOf(page)
  await page.goto('/')
  await scripted(page)
  await page.waitForLoadState('networkidle')
  await stays(page)
  await page.route('**/assets/sw-rest-*', rest)
  expect(new Set(words)).toEqual(new Set(['sw-visitors']))
  const asked = page.waitForRequest('**/assets/sw-rest-*')
  await page.getByRole('link', { name: 'Ingia', exact: true }).first().click()
  await asked
  return { page, faults, words }
}
const signIn = (page: Page) => page.locator('[name=password]').waitFor()

test('a person who goes on to sign in sees that page when its words are there, without loading the page again', {
  tags: ['night'],
}, async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const { page, faults, words } = await goToSignIn(async (route) => {
    await held
    await route.continue()
  })
  await page.waitForTimeout(500)
  // The page as it was: nothing of the next one is seen in English.
  expect(new URL(page.url()).pathname).toBe('/')
  await isAll(page)
  go()
  await page.waitForURL('**/auth*')
  await signIn(page)
  await isAll(page)
  await hasStayed(page)
  expect(words).toContain('sw-rest')
  expect(faults).toEqual([])
})

test('where the line breaks on the way to the rest of its words, the page comes when the line is back', {
  tags: ['night'],
}, async () => {
  let isBroken = true
  const { page } = await goToSignIn((route) => (isBroken ? route.abort('connectionreset') : route.continue()))
  expect(new URL(page.url()).pathname).toBe('/')
  isBroken = false
  await page.waitForURL('**/auth*')
  await signIn(page)
  await isAll(page)
})

test('on a slow line the page speaks Swahili while the rest of its words is on its way, and afterwards', {
  tags: ['night'],
}, async () => {
  const { page, faults } = await signedIn({ language: 'sw' })
  const go = await holdBack(page, '**/assets/sw-rest-*')
  await page.goto('/settings')
  const text = await page.locator('main').textContent()
  expect([await isScripted(page), text?.match(english)]).toEqual([false, null])
  go()
  await isAlive(page)
  await expect.poll(() => page.locator('main').textContent()).toBe(text)
  expect(faults).toEqual([])
})

test('words that break off on the way are asked for again', { tags: ['night'] }, async () => {
  const { page, faults } = await visitor({ language: 'sw', width: 360 })
  const words = wordsOf(page)
  let isBroken = true
  await page.route('**/assets/sw-visitors-*', (route) => (isBroken ? route.abort('connectionreset') : route.continue()))
  await page.goto('/fundraiser/heal-mama-achieng')
  const broken = page.waitForEvent('requestfailed')
  await page.locator('.skip-link').focus()
  await broken
  expect(await isScripted(page)).toBe(false)
  isBroken = false
  // A browser that does not ask again for a file that could not be had gets a new page at the next press.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      if (!(await isScripted(page))) await page.getByRole('button', { name: 'Menyu' }).hover()
      return isScripted(page)
    })
    .toBe(true)
  expect([...new Set(words)]).toEqual(['sw-visitors'])
  expect(faults).toEqual([])
})

test('the dashboard needs both files at once', { tags: ['night'] }, async () => {
  const { page } = await signedIn({ language: 'sw' })
  const words = wordsOf(page)
  await page.reload()
  await isAlive(page)
  expect(words.sort()).toEqual(both)
})
