/** @module-tag night */
import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { wayToPay } from './gift.ts'
import { expectAccessible, expectNoSidewaysScroll, visitor } from './visitor.ts'

// After paying: what the script of the page adds. What it says, however it went, is asked in test/pages/visitors.test.ts.

test('while the phone waits the page counts the seconds, then changes by itself and says it in a toast; the receipt prints without its button', async () => {
  const { page, faults } = await visitor({ width: 360 })
  const email = `${crypto.randomUUID()}@example.org`
  await page.goto('/fundraiser/heal-mama-achieng/donate?by=page')
  await page.locator('input[name=amount]').fill('1000')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /^Donate/ }).click()
  await page.waitForURL(/sandbox\/paystack/)
  await wayToPay(page, 'M-Pesa')
  // This number answers half a minute later.
  await page.locator('input[name=phone]').fill('0710 000 005')
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  await page.waitForURL(/wait/)
  const [payment] = await ask({ dataDir: inject('dataDir') }, 'select reference from payments where donor_email = $1', [
    email,
  ])
  await page.goto(`/payment-success?reference=${payment!.reference}`)
  await page.getByRole('heading', { name: 'Verifying Payment' }).waitFor()
  const timer = page.getByRole('timer')
  const seconds = async () => {
    const [, minutes, rest] = /(\d):(\d\d)/.exec((await timer.textContent()) ?? '')!
    return Number(minutes) * 60 + Number(rest)
  }
  const before = await seconds()
  await expect.poll(seconds).toBeLessThan(before)
  await page.reload()
  await timer.waitFor()
  expect(await seconds()).toBeLessThan(before)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 60_000 })
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('Payment Successful!')
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View receipt' }).click()
  await page.getByRole('article', { name: 'Receipt' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  expect(faults).toEqual([])
}, 150_000)
