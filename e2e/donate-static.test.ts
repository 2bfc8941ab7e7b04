import { expect, test } from 'vitest'
import { someDrive } from './drive.ts'
import { holdBack, isScripted, visitor } from './visitor.ts'

// The page of the form for giving is static until it is touched: it can be used at once, on however slow a line.

/** The scripts of the product that are fetched for a touch. */
const assets = /\/assets\/(?!static-page-).*\.js/
const byPage = (slug: string) => `/fundraiser/${slug}/donate?by=page`

test('what is typed before React is there stays, and React goes on with it [T1121]', async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  const scripts: string[] = []
  page.on('request', (request) => void (assets.test(request.url()) && scripts.push(request.url())))
  const go = await holdBack(page, assets)
  await page.goto(byPage(slug))
  expect(scripts).toEqual([])
  await page.getByLabel('Amount', { exact: true }).fill('1750')
  await page.getByLabel('Email').fill('amina@example.org')
  expect(await isScripted(page)).toBe(false)
  go()
  await expect.poll(() => isScripted(page), { timeout: 30_000 }).toBe(true)
  // The button says how much, so React knows it.
  await page.getByRole('button', { name: 'Donate KES 1,750' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('amina@example.org')
  await page.getByLabel('Amount', { exact: true }).fill('1800')
  await page.getByRole('button', { name: 'Donate KES 1,800' }).waitFor()
  expect(faults).toEqual([])
})

test('a press before React is there leads to the payment, and an amount may be chosen [T1122]', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  await holdBack(page, assets)
  await page.goto(byPage(slug))
  await page.getByText('KES 1,000', { exact: true }).click()
  await page.getByLabel('Email').fill('amina@example.org')
  await page.getByRole('button', { name: 'Donate', exact: true }).click()
  await page.waitForURL('**/sandbox/paystack/checkout/**', { timeout: 60_000 })
  expect(await page.locator('body').innerText()).toContain('1,000')
})
