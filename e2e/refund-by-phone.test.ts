import { expect, test } from 'vitest'
import { anyAmount, askForList, payByHand, payIn } from './by-hand.ts'
import { someDrive } from './drive.ts'
import { office } from './office.ts'
import { anyPhone } from './own-digits.ts'
import { expectAccessible, visitor } from './visitor.ts'

// An administrator refunds a gift by M-Pesa: all of it goes to the phone that paid.

test('all of a gift: the phone gets M-Pesa’s message, and the receipt says refunded', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const giver = await visitor()
  const [phone, amount] = [anyPhone(), anyAmount()]
  const { paybill, number } = await payIn(giver.page, slug)
  await payByHand(giver.page, phone, { paybill, account: number, amount })
  await askForList(slug)
  const sum = `KSH ${amount.toLocaleString('en')}`
  const { page, faults } = await office('/admin/donations')
  const row = page.getByRole('row').filter({ hasText: sum })
  await expect
    .poll(() => page.goto(`/admin/donations?search=${amount}`).then(() => row.count()), { timeout: 60_000 })
    .toBe(1)
  await row.getByRole('link').first().click()
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the donation' })
  await dialog.getByText('M-Pesa sends back the whole payment').waitFor()
  await dialog.getByLabel('Reason').fill('Given to the wrong drive')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Refund ${sum}` }).click()
  await page.getByText('Processed', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText('All of it was refunded.').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await page.getByRole('link', { name: /^H\d{4}-/ }).click()
  await page.waitForURL('**/receipt/*')
  await page.locator('.receipt-stamp').getByText('Refunded', { exact: true }).waitFor()
  await giver.page.goto(`/sandbox/phone/${phone}`)
  await giver.page.getByText('has been reversed').waitFor()
})
