import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll } from './visitor.ts'

// Hosts: an invitation alone and one of a drive, its occasions, its card, its guests and its waitlist.

/** Fills in the form of a new invitation and sends it; gives the address of its pages. */
async function invite(page: Page): Promise<string> {
  await page.getByLabel('What do you invite to?').selectOption({ label: 'Ruracio' })
  await page.getByLabel('Title on the card').fill('Wanjiku & Kamau')
  await page.getByLabel('Who invites?').fill('The families of Njoroge and Mwangi')
  await page.getByLabel('Day', { exact: true }).fill(dayIn(30))
  await page.getByLabel('Begins at').fill('10:00')
  await page.getByLabel('Place').fill('Limuru')
  await page.getByRole('button', { name: 'Save invitation' }).click()
  await page.getByText('Invitation saved').first().waitFor()
  return page.url().replace(/^https?:\/\/[^/]+|\/home.*$/g, '')
}

test('a host invites, adds a guest, answers for them, and reads how many come', async () => {
  const { page, faults } = await signedIn({ width: 360 })
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByRole('heading', { name: 'New invitation' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const base = await invite(page)
  await page.getByText('No guests yet. Add the first one.').waitFor()
  await page.goto(`${base}/guests`)
  await page.getByRole('button', { name: 'Add a guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a guest' })
  await dialog.getByLabel('Name').fill('Mama Njeri & family')
  await dialog.getByLabel('Seats').fill('4')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add guest' }).click()
  await page.getByText('Guest added').first().waitFor()
  await page.getByRole('link', { name: 'Mama Njeri & family' }).click()
  await page.getByLabel('Answer for them').selectOption({ label: 'Comes' })
  await page.getByLabel('Adults').fill('3')
  await page.getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('Answer saved').first().waitFor()
  await page.goto(`${base}/home`)
  await page.locator('dd').filter({ hasText: /^3$/ }).first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
})
