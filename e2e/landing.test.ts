import { expect, test } from 'vitest'
import { expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

async function throughMenu(javaScript: boolean) {
  const { page } = await visitor({ javaScript, width: 360 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().click()
  await page.waitForURL('**/auth')
}
test('the menu of a narrow screen opens and leads on [T44]', () => throughMenu(true))
test('it does so without a script', { tags: ['night'] }, () => throughMenu(false))

test('the language is chosen in the footer and remembered', async () => {
  const { page, faults } = await visitor()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Kiswahili' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  await page.goto('/auth')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  expect(faults).toEqual([])
})

test('the theme goes from light to dark to system to light, and is remembered without a flash [T29]', async () => {
  const { page } = await visitor()
  await page.goto('/')
  const stored = () => page.evaluate(() => localStorage.getItem('ui-theme'))
  const toggle = page.getByRole('button', { name: /theme/i }).locator('visible=true').first()
  await page.evaluate(() => localStorage.setItem('ui-theme', 'light'))
  await page.reload()
  await scripted(page)
  for (const next of ['dark', 'system', 'light']) {
    await toggle.click()
    await expect.poll(stored).toBe(next)
  }
  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForSelector('h1')
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(paper).toBe('dark')
})

test.each([360, 320])(
  'nothing scrolls sideways on %i px where the text is twice as large',
  { tags: ['night'] },
  async (width) => {
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
  },
)
