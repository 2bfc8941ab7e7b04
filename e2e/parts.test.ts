/** @module-tag night */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { type House, openHouse } from './house.ts'
import { signedIn } from './session.ts'
import { expectAccessible, scripted, visitor } from './visitor.ts'

// A part of a page that can't be read says so in its place, the rest stands, and the person who tries again gets it.

let house: House
let owner: Awaited<ReturnType<typeof signedIn>>
let slug: string
beforeAll(async () => {
  house = await openHouse()
  owner = await signedIn({ url: house.url })
  slug = await openDrive(owner.page)
})
afterAll(() => house?.stop())

/** Nobody finds this column while something is looked at. */
async function without(column: [table: string, name: string], look: () => Promise<void>) {
  const [table, name] = column
  await ask(house, `alter table ${table} rename column ${name} to gone_for_a_while`)
  await look().finally(() => ask(house, `alter table ${table} rename column gone_for_a_while to ${name}`))
}
/** In place, where it can be tried again, and in a toast. */
async function said(page: Page, words: string) {
  await page
    .getByRole('alert')
    .filter({ has: tryAgain(page) })
    .getByText(words)
    .waitFor()
  await scripted(page)
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText(words)
    .waitFor()
}
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

test('the packages: the dialog says so with the number of the fault, and offers them when they can be read [T265]', async () => {
  const { page } = owner
  await without(['subscription_packages', 'description'], async () => {
    await page.goto(`/fund-drive/${slug}/payouts/buy-views`)
    const dialog = page.getByRole('dialog', { name: 'Buy Views' })
    await page.getByText('Failed to load subscription packages.').first().waitFor()
    await dialog.getByText(/give them this number: \w{4}-\w{4}-\w{4}/).waitFor()
    await page.getByText('View usage').waitFor({ state: 'attached' })
    await scripted(page)
    // The toast says what failed, the dialog that it can be tried again.
    await dialog.getByText('This could not be loaded').waitFor()
    await expect.poll(() => page.getByText('Failed to load subscription packages.').count()).toBe(1)
    await expectAccessible(page)
    await scripted(page)
  })
  await tryAgain(page).click()
  await page.getByRole('dialog').getByText('· KES 650').waitFor()
}, 120_000)

test('what was withdrawn, and where to: the balance stands, and they come when they can be read [T386]', async () => {
  const { page } = owner
  for (const column of [
    ['payout_requests', 'destination'],
    ['withdrawal_methods', 'removed_at'],
  ] as [string, string][]) {
    await without(column, async () => {
      await page.goto(`/fund-drive/${slug}/payouts`)
      await page.getByText('This could not be loaded').waitFor()
      await page.getByRole('heading', { name: 'Balance' }).waitFor()
      await expect.poll(() => tryAgain(page).count()).toBe(1)
      await expectAccessible(page)
      await scripted(page)
    })
    await tryAgain(page).click()
    await page.getByText('This could not be loaded').waitFor({ state: 'detached' })
    await page.getByText('No payouts yet').waitFor()
  }
}, 120_000)

test('the fund drives of the dashboard: its greeting stands, and they come when they can be read [T261]', async () => {
  const { page } = owner
  await without(['pictures', 'colour'], async () => {
    await page.goto('/dashboard')
    await said(page, 'Failed to fetch fund drives')
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
    await expectAccessible(page)
    await scripted(page)
  })
  await tryAgain(page).click()
  await page.getByText('Total Raised').waitFor()
}, 120_000)

test('the gifts on a public page: the story stands, and they come when they can be read [T260]', async () => {
  const { page } = await visitor({ url: house.url, width: 360 })
  await without(['donations', 'message'], async () => {
    await page.goto(`/fundraiser/${slug}?tab=donations`)
    await said(page, 'Failed to load donations')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
    await scripted(page)
  })
  await tryAgain(page).click()
  await page.getByText('No donations yet').waitFor()
}, 120_000)
