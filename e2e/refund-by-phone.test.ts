import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anyAmount, anyPhone, askForList, payByHand, payIn } from './by-hand.ts'
import { someDrive } from './drive.ts'
import { office } from './office.ts'
import { expectAccessible, scripted, visitor } from './visitor.ts'

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

test('all of a gift: the phone gets M-Pesa’s message, and the receipt says refunded', { tags: ['night'] }, async () => {
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
})
