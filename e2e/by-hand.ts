import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { office } from './admin.ts'
import { post } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import type { visitor } from './visitor.ts'

// What tests do that pay from the menu of a pretend phone.

/** An amount that no other payment here has. */
export const anyAmount = () => 1000 + Number(ownDigits(4))

/** The Paybill and the drive's number, as its page of claims names them. */
export async function payIn(page: Page, slug: string): Promise<{ paybill: string; number: string }> {
  await page.goto(`/fundraiser/${slug}/claim`)
  const [paybill, number] = await page.locator('dd').allTextContents()
  return { paybill: paybill!, number: number! }
}
/** One digit is wrong, so it is the number of no drive. */
export const slipOf = (number: string) => `${number.slice(0, 2)}${(Number(number[2]) + 1) % 10}${number.slice(3)}`

/** Pays from the menu of the pretend phone; returns M-Pesa's code. */
export async function payByHand(page: Page, phone: string, paid: { paybill: string; account: string; amount: number }) {
  await page.goto(`/sandbox/phone/${phone}/pay`)
  await page.getByLabel('Business or till number').fill(paid.paybill)
  await page.getByLabel('Account').fill(paid.account)
  await page.getByLabel('Amount').fill(String(paid.amount))
  await page.getByLabel('M-PESA PIN').fill('1234')
  await page.getByRole('button', { name: 'Send' }).click()
  const said = page.getByText('Confirmed. Ksh').first()
  await said.waitFor()
  return /[A-Z0-9]{10}(?= Confirmed)/.exec((await page.locator('main').textContent()) ?? '')![0]
}

/** Whatever code a claim names, M-Pesa's list is asked for at once: nobody waits here for the clock, which asks every 5 minutes. */
export const askForList = (slug: string) =>
  post(`/fundraiser/${slug}/claim`, { code: 'TKN4H2X9QB', tail: '000' }, `10.8.${randomInt(256)}.${randomInt(1, 255)}`)

/** The desk of this money, as soon as M-Pesa's list has told of it. */
export async function deskOf(amount: number, wishes: Parameters<typeof visitor>[0] = {}) {
  const seen = await office('/admin/books/unplaced', wishes)
  const row = seen.page.getByRole('row').filter({ hasText: `KSH ${amount.toLocaleString('en')}` })
  await expect
    .poll(
      async () => {
        await seen.page.goto('/admin/books/unplaced')
        return row.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await row.getByRole('link').click()
  return seen
}
