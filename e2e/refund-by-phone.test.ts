import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anyAmount, anyPhone, askForList, payByHand, payIn } from './by-hand.ts'
import { someDrive } from './drive.ts'
import { office } from './office.ts'
import { ownDigits } from './own-digits.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// An administrator refunds a gift by M-Pesa: all of it goes to the phone that paid, a part is sent by hand.

/** A gift from the menu of a pretend phone, and its page in the administration. */
async function given(wishes: Parameters<typeof visitor>[0] = {}) {
  const { slug } = await someDrive()
  const { page, context } = await visitor()
  const [phone, amount] = [anyPhone(), anyAmount()]
  const { paybill, number } = await payIn(page, slug)
  await payByHand(page, phone, { paybill, account: number, amount })
  await askForList(slug)
  await context.close()
  const sum = `KSH ${amount.toLocaleString('en')}`
  const seen = await office('/admin/donations', wishes)
  const row = seen.page.getByRole('row').filter({ hasText: sum })
  await expect
    .poll(() => seen.page.goto(`/admin/donations?search=${amount}`).then(() => row.count()), { timeout: 60_000 })
    .toBe(1)
  await row.getByRole('link').first().click()
  await seen.page.waitForURL(/donations\/\d+$/)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return { ...seen, phone, amount, sum }
}

async function refund(page: Page, { sum, shillings }: { sum: string; shillings?: string }) {
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the donation' })
  await dialog.getByText('M-Pesa sends back the whole payment').waitFor()
  if (shillings) await dialog.getByLabel('Amount to refund (KSH)').fill(shillings)
  await dialog.getByLabel('Reason').fill('Given to the wrong drive')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Refund ${sum}` }).click()
}

test('all of a gift: the phone gets M-Pesa’s message, and the receipt says refunded', async () => {
  const { page, phone, sum, faults, context } = await given()
  await refund(page, { sum })
  await page.getByText('Processed', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText('All of it was refunded.').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await page.getByRole('link', { name: /^H\d{4}-/ }).click()
  await page.waitForURL('**/receipt/*')
  await page.locator('.receipt-stamp').getByText('Refunded', { exact: true }).waitFor()
  const pretended = await context.newPage()
  await pretended.goto(`/sandbox/phone/${phone}`)
  await pretended.getByText('has been reversed').waitFor()
}, 120_000)

test('a part is for a hand: the page says what to do, and ends with the code', async () => {
  const { page, faults } = await given({ width: 360, theme: 'dark' })
  await refund(page, { sum: 'KSH 300', shillings: '300' })
  await page.getByText('Has to be sent by hand').first().waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Send it by hand' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record that the refund was sent' })
  await dialog.getByText('Look in the M-Pesa portal whether KSH 300 was sent').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('M-Pesa code of the refund').fill('123')
  await dialog.getByLabel('Reason').fill('Sent in the portal')
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await dialog.getByText('An M-Pesa code has 10 letters and digits').waitFor()
  await expect.poll(() => dialog.getByLabel('M-Pesa code of the refund').inputValue()).toBe('123')
  await dialog.getByLabel('M-Pesa code of the refund').fill(`TKR${ownDigits(7)}`)
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await page.getByText('Processed', { exact: true }).waitFor()
  await page.getByText('KSH 300 was refunded to the donor').waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('without a script a refund that was not sent is cancelled', async () => {
  const { page } = await given({ javaScript: false })
  await page.goto(`${page.url()}/refund`)
  await page.getByLabel('Amount to refund (KSH)').fill('200')
  await page.getByLabel('Reason').fill('A mistake')
  await page.getByRole('button', { name: /^Refund/ }).click()
  // The first answer shows what it does.
  await page.getByRole('button', { name: /^Refund/ }).click()
  await page.waitForURL(/donations\/\d+$/)
  await expect
    .poll(() => page.reload().then(() => page.getByText('Has to be sent by hand').count()), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Cancel the refund' }).click()
  await page.getByLabel('Reason').fill('Asked for by mistake')
  await page.getByRole('button', { name: 'Nothing was sent: cancel it' }).click()
  await page.getByText('Failed', { exact: true }).first().waitFor()
}, 120_000)
