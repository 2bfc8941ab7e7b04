import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

test('the landing page says what Harambee is and leads to the first steps [T23]', async () => {
  const { page, faults } = await visitor()
  await page.goto('/')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const words of ['10M+', '50K+', '15+', 'Kenya', 'Uganda', 'Tanzania', 'Nigeria', 'Ghana'])
    await page.getByText(words).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Sign In' }).first().getAttribute('href')).toBe('/auth')
  await expect
    .poll(() => page.getByRole('link', { name: 'Start Fundraising' }).first().getAttribute('href'))
    .toBe('/dashboard')
  await expect
    .poll(() => page.getByRole('link', { name: 'Start Your Campaign Now' }).getAttribute('href'))
    .toBe('/dashboard')
  await expect
    .poll(() => page.getByRole('link', { name: 'Talk to Support' }).getAttribute('href'))
    .toMatch(/\/about\/help$/)
  await page.getByRole('link', { name: 'Start Fundraising' }).first().click()
  await page.waitForURL('**/auth**')
  expect(faults).toEqual([])
})

test('the card of the example drive shows what that drive has truly raised, and leads to it', async () => {
  const { page, faults } = await visitor({ width: 1280 })
  // Gifts of other tests may arrive between the two looks.
  await expect
    .poll(async () => {
      await page.goto('/')
      const card = (await page.locator('.phone-screen').textContent()) ?? ''
      await page.getByRole('link', { name: 'See this fundraiser' }).click()
      await page.waitForURL('**/fundraiser/heal-mama-achieng')
      // A drive to which people pledged says 'so far' beside it.
      const raised = await page
        .getByText(/^KES\s[\d,.]+( so far)?$/)
        .first()
        .textContent()
      return card.replace(/\s/g, ' ').includes((raised ?? '').replace(/\s/g, ' ').replace(' so far', ''))
    })
    .toBe(true)
  expect(faults).toEqual([])
})

test('who only invites is led to an account and on to the form of an invitation', async () => {
  const { page } = await visitor({ width: 360 })
  await page.goto('/')
  await page.getByRole('link', { name: 'A burial or a wedding? Make an invitation' }).click()
  await page.waitForURL('**/auth?to=%2Fdashboard%2Finvite')
  const { page: own } = await signedIn()
  await own.goto('/')
  await own.getByRole('link', { name: 'A burial or a wedding? Make an invitation' }).click()
  await own.waitForURL('**/dashboard/invite')
})

test('who is signed in finds Dashboard and Sign Out on the landing page [T43]', async () => {
  const { page } = await signedIn()
  await page.goto('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
})

for (const javaScript of [true, false])
  test(`the menu of a narrow screen opens and leads on (${javaScript ? 'with' : 'without'} JavaScript) [T44]`, async () => {
    const { page } = await visitor({ javaScript, width: 360 })
    await page.goto('/')
    await page
      .getByRole('button', { name: /menu/i })
      .or(page.locator('summary', { hasText: /menu/i }))
      .first()
      .click()
    await page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().click()
    await page.waitForURL('**/auth')
  })

for (const javaScript of [true, false])
  test(`the language is chosen in the footer and remembered (${javaScript ? 'with' : 'without'} JavaScript) [T376]`, async () => {
    const { page, faults } = await visitor({ javaScript })
    await page.goto('/')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Kiswahili' }).click()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
    await page.goto('/auth')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
    expect(faults).toEqual([])
  })

test("the first guess of the language is the browser's [T378]", async () => {
  const { page, faults } = await visitor({ language: 'sw' })
  await page.goto('/')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  expect(faults).toEqual([])
})

test('the theme goes from light to dark to system to light, and is remembered without a flash [T29]', async () => {
  const { page } = await visitor()
  await page.goto('/')
  const stored = () => page.evaluate(() => localStorage.getItem('ui-theme'))
  const toggle = page.getByRole('button', { name: /theme/i }).locator('visible=true').first()
  const seen: (string | null)[] = []
  await page.evaluate(() => localStorage.setItem('ui-theme', 'light'))
  await page.reload()
  await scripted(page)
  for (let press = 0; press < 3; press++) {
    await toggle.click()
    seen.push(await stored())
  }
  expect(seen).toEqual(['dark', 'system', 'light'])
  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForSelector('h1')
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(paper).toBe('dark')
})

test('unknown addresses, forbidden pages: honest status, words, a way home [T40]', async () => {
  const { page } = await visitor()
  const answer = await page.goto('/no/such/page')
  expect(answer!.status()).toBe(404)
  await page.getByText('Oops! Page not found').waitFor()
  // A page that leads nowhere is still a page: it has the menu, the theme and the language.
  await expect.poll(() => page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).first().count()).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: /theme/i }).count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await page.getByText('Rudi Mwanzo').first().waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('nothing scrolls sideways at 320 px', async () => {
  const { page } = await visitor({ width: 320 })
  for (const address of ['/', '/auth', '/auth?tab=sign-up', '/auth/forgot', '/nowhere']) {
    await page.goto(address)
    await expectNoSidewaysScroll(page)
  }
})

test.each([360, 320])('nothing scrolls sideways on %i px where the text is twice as large', async (width) => {
  const { page } = await visitor({ width })
  // Does what the browser's own setting does. Runs in the page, before anything else.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% }')
    document.adoptedStyleSheets = [sheet]
  })
  for (const address of ['/', '/auth', '/about/how-it-works', '/fundraiser/heal-mama-achieng', '/nothing-here']) {
    await page.goto(address)
    await expectNoSidewaysScroll(page)
  }
})
