/** @module-tag night */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { wayToPay } from './gift.ts'
import { expectAccessible, expectNoSidewaysScroll, visitor } from './visitor.ts'

// After paying: what the person who gave is told, however it went and whenever they come back.

const drive = '/fundraiser/heal-mama-achieng'
const own = { dataDir: inject('dataDir') }

/** Gives KES 1,000 by M-Pesa from the phone that ends in this, as far as the provider's page goes. */
async function give(page: Page, last: number) {
  const email = `giver-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.goto(`${drive}/donate?by=page`)
  await page.locator('input[name=amount]').fill('1000')
  await page.getByText('Add your name or a message').click()
  await page.getByLabel('Name').fill('Amina Yusuf')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /^Donate/ }).click()
  await page.waitForURL(/sandbox\/paystack/)
  await wayToPay(page, 'M-Pesa')
  await page.locator('input[name=phone]').fill(`0710 000 00${last}`)
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  return email
}
async function resultOf(email: string): Promise<string> {
  const [row] = await ask(own, 'select reference from payments where donor_email = $1', [email])
  return `/payment-success?reference=${row!.reference}`
}

test('the person who paid reads it in a toast, and has a receipt that fits and prints; a stranger has a page that fits', async () => {
  const { page, faults } = await visitor({ width: 360 })
  await give(page, 0)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('Payment Successful!')
    .waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const here = page.url()
  await page.reload()
  await page.getByRole('link', { name: 'View receipt' }).click()
  await page.getByRole('article', { name: 'Receipt' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  expect(faults).toEqual([])
  const stranger = await visitor({ theme: 'dark' })
  await stranger.page.goto(here)
  await stranger.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await expectAccessible(stranger.page)
})

test('while the phone waits the page counts the seconds, and it changes by itself when the money is in', async () => {
  const { page } = await visitor({ javaScript: false })
  const here = await resultOf(await give(page, 5))
  await page.goto(here)
  const watcher = await visitor({ width: 360 })
  await watcher.page.goto(here)
  await watcher.page.getByRole('heading', { name: 'Verifying Payment' }).waitFor()
  const timer = watcher.page.getByRole('timer')
  const seconds = async () => {
    const [, minutes, rest] = /(\d):(\d\d)/.exec((await timer.textContent()) ?? '')!
    return Number(minutes) * 60 + Number(rest)
  }
  const before = await seconds()
  await expect.poll(seconds).toBeLessThan(before)
  await watcher.page.reload()
  await timer.waitFor()
  expect(await seconds()).toBeLessThan(before)
  await expectNoSidewaysScroll(watcher.page)
  await expectAccessible(watcher.page)
  await watcher.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 60_000 })
  // Without a script the page has asked again by itself.
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(watcher.faults).toEqual([])
}, 150_000)

test('the page of a payment that failed fits, and says it in a toast', async () => {
  const { page } = await visitor({ javaScript: false })
  const here = await resultOf(await give(page, 4))
  const { page: failed } = await visitor({ width: 360 })
  await failed.goto(here)
  await failed.getByText('Payment Verification Failed').first().waitFor()
  await expectAccessible(failed)
  await expectNoSidewaysScroll(failed)
})
