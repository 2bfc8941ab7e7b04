import { expect, test } from 'vitest'
import { scripted, visitor } from './visitor.ts'

async function throughMenu(javaScript: boolean) {
  const { page } = await visitor({ javaScript, width: 360 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().click()
  await page.waitForURL('**/auth')
}
test('the menu of a narrow screen opens and leads on [T44]', () => throughMenu(true))
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
