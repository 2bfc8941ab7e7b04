/** @module-tag night */
import { expect, test } from 'vitest'
import { anyPhone } from './own-digits.ts'
import { expectAccessible, expectNoSidewaysScroll, house, visitor } from './visitor.ts'

// The pretend phones, on which requests to pay by M-Pesa arrive.

const prompt = async (phone: string, more: object = {}) => {
  const answer = await fetch(`${house()}/sandbox/daraja/__sandbox/prompt`, {
    method: 'POST',
    body: JSON.stringify({ phone, hearAt: `${house()}/nowhere`, ...more }),
  })
  expect(answer.status).toBe(200)
}

test('a request is paid with the PIN, then one is cancelled', async () => {
  const { page, faults } = await visitor({ width: 360 })
  const phone = anyPhone()
  await page.goto('/sandbox/phone')
  await page.getByLabel('Phone number').fill(`0${phone.slice(3)}`)
  await page.getByRole('button', { name: 'Open this phone' }).click()
  await page.waitForURL(`${house()}/sandbox/phone/${phone}`)
  await page.getByRole('heading', { name: 'Nothing waits here' }).waitFor()
  // The page finds the request by itself.
  await prompt(phone)
  await page.getByRole('heading', { name: 'Do you want to pay Ksh500.00 to HARAMBEE?' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('M-PESA PIN').fill('1234')
  await page.keyboard.press('Enter')
  await page.getByText('Confirmed. Ksh500.00 sent to HARAMBEE for account HEAL7K2Q').waitFor()
  await expectAccessible(page)
  await prompt(phone, { shillings: 700 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('status').filter({ hasText: 'Cancelled: Ksh700.00' }).waitFor()
  await page.getByRole('link', { name: 'Lipa na M-PESA' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('Business or till number').fill('174379')
  await page.getByLabel('Account').fill('304518')
  await page.getByLabel('Amount').fill('60,000')
  await page.getByLabel('M-PESA PIN').fill('1234')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('There is not enough money on this phone.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Amount').fill('250')
  await page.getByLabel('M-PESA PIN').fill('1234')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Confirmed. Ksh250.00 sent to HARAMBEE for account 304518').waitFor()
  expect(faults.filter((fault) => /Content Security|phone/.test(fault))).toEqual([])
})
