/** @module-tag night */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wayToPay } from './gift.ts'
import { expectAccessible, expectNoSidewaysScroll, house, visitor } from './visitor.ts'

// The pretend provider's own pages: paying, failing, waiting, and the desk of the person who sits at the machine.

const control = async (path: string, body: object) => {
  const answer = await fetch(`${house()}/sandbox/paystack/__sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { data: { authorization_url: string; reference: string } }
}
const begun = async () => {
  const reference = `don-${randomUUID()}`
  const { data } = await control('begin', {
    email: 'amina@example.test',
    amount: 100_000,
    reference,
    label: 'Heal Mama Achieng',
    callback_url: `${house()}/payment-success`,
    metadata: { cancel_action: `${house()}/fundraiser/heal-mama-achieng` },
  })
  return data
}
const back = (reference: string) => `${house()}/payment-success?trxref=${reference}&reference=${reference}`

test('a declined card, then M-Pesa [T320]', async () => {
  const { page, faults } = await visitor({ width: 360 })
  const { authorization_url, reference } = await begun()
  await page.goto(authorization_url)
  await page.getByText('Sandbox: no real money').waitFor()
  await expectNoSidewaysScroll(page)
  await wayToPay(page, 'Card')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Bank' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('tab', { name: 'Card', selected: true }).count()).toBe(1)
  await expectAccessible(page)
  await page.getByLabel('Card number').fill('4084 0800 0000 5408')
  await page.getByLabel('Expiry').fill('12/39')
  await page.getByLabel('CVV').fill('4')
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  await page.getByText('Enter the three digits, such as 408').waitFor()
  await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4084 0800 0000 5408')
  await page.getByLabel('CVV').fill('408')
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  await page.getByText('The bank declined the card.').waitFor()
  await wayToPay(page, 'M-Pesa')
  await page.getByLabel('Phone number').fill('+254 710 000 000')
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  await page.waitForURL(back(reference))
  await page.goto(authorization_url)
  await page.getByRole('heading', { name: 'This payment has been made' }).waitFor()
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL(back(reference))
  expect(faults.filter((fault) => /Content Security|checkout/.test(fault))).toEqual([])
})
test('a payer who has to answer on the phone waits, and is led back', async () => {
  const { page } = await visitor()
  const { authorization_url, reference } = await begun()
  await page.goto(authorization_url)
  await page.getByLabel('Phone number').fill('0710000005')
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
  await expectAccessible(page)
  await control('clock', { advanceMs: 30_000 })
  await page.waitForURL(back(reference))
})
test.each(['light', 'dark'] as const)('the checkout is for everybody, in Swahili too, %s', async (theme) => {
  const { page } = await visitor({ theme, language: 'sw', width: 360 })
  await page.goto((await begun()).authorization_url)
  await page.getByText('Thamani za majaribio').click()
  await page.getByRole('button', { name: 'Tumia 4084 0840 8408 4081' }).click()
  await expect.poll(() => page.getByLabel('Nambari ya kadi').inputValue()).toBe('4084 0840 8408 4081')
  await page.getByRole('button', { name: 'Lipa KES 1,000' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
