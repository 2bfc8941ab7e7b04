import { expect, test } from 'vitest'
import { office } from './admin.ts'

// What all lists of the back office have in common.

test('a list of the back office shows twelve rows on a screen of 1280 × 800', { tags: ['night'] }, async () => {
  const { page } = await office('/admin/donations', { width: 1280 })
  const rows = page.getByRole('table', { name: 'Donations' }).locator('tbody tr')
  await rows.first().waitFor()
  const ends = await rows.evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().bottom))
  expect(ends.filter((end) => end <= 800).length).toBeGreaterThanOrEqual(12)
})

test('j and k move through a list, Enter opens; letters that are typed stay letters [T992]', async () => {
  const { page } = await office('/admin/donations', { width: 1280 })
  const ways = page.locator('#main tbody tr a[href]:first-of-type')
  await ways.first().waitFor()
  const chosen = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)
  // The keys are heard a moment after the script runs.
  await expect.poll(() => page.keyboard.press('j').then(chosen)).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await chosen()).toBe(3)
  await page.keyboard.press('k')
  expect(await chosen()).toBe(2)
  const to = await page.evaluate(() => document.activeElement?.getAttribute('href'))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${to}`)
  await page.goBack()
  await page.getByLabel('Search').first().fill('')
  await page.getByLabel('Search').first().press('j')
  await expect.poll(() => page.getByLabel('Search').first().inputValue()).toBe('j')
})
