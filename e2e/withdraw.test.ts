import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDrive, ownPage } from './drive.ts'
import { gift } from './gift.ts'
import { signedIn } from './session.ts'
import { mailsTo, scripted } from './visitor.ts'

// An owner withdraws what was given: with and without a script, with what goes wrong on the way.

/** A drive that has raised so many shillings, and its signed-in owner. */
async function funded(shillings: number) {
  const owner = await signedIn()
  const slug = await openDrive(owner.page)
  await gift(slug, shillings)
  return { ...owner, slug, payouts: `/fund-drive/${slug}/payouts` }
}

const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^(Withdraw|Continue)/ })
async function fillPhone(page: Page, password: string) {
  await page.getByLabel('Phone Number').fill('0712 345 678')
  await page.getByLabel('Mobile Operator').selectOption('M-Pesa')
  await page.getByLabel('Password').fill(password)
}
const requests = (page: Page) => page.getByRole('table', { name: 'Payouts' }).getByText('Timeline')
const successful = 'Withdrawal request submitted successfully'

test('an owner withdraws: the fee is seen first, a wrong password and a wrong amount are said, the story begins [T83]', async () => {
  const { page, slug, payouts, who, faults } = await funded(5000)
  await page.goto(`/fund-drive/${slug}/home`)
  await scripted(page)
  await page.getByRole('button', { name: 'Withdraw Funds' }).click()
  await page.waitForURL(`**${payouts}/withdraw`)
  const amount = page.getByLabel('Amount (KES)')
  await amount.waitFor()
  for (const [typed, words] of [
    ['', 'Please fill in all required fields'],
    ['99', 'Minimum withdrawal amount is KES 100'],
    ['5000.01', 'Insufficient funds'],
  ] as const) {
    await amount.fill(typed)
    await page.getByLabel('Phone Number').fill('0712 345 678')
    await page.getByLabel('Mobile Operator').selectOption('M-Pesa')
    await submit(page).click()
    await page.getByRole('dialog').getByText(words).waitFor()
  }
  await amount.fill('1,000')
  // What was wrong with another amount is not said of this one.
  await expect.poll(() => page.getByText('Insufficient funds').count()).toBe(0)
  const outcome = page.getByRole('region', { name: 'What you will receive' })
  for (const sum of ['KES 1,000', '− KES 50', 'KES 950', 'KES 4,000'])
    await outcome.getByText(sum, { exact: true }).waitFor()
  await fillPhone(page, 'not my password')
  await submit(page).click()
  await page.getByText('This is not your password.').waitFor()
  await fillPhone(page, who.password)
  // Pressed twice, as impatient people do: one request.
  await submit(page).dblclick()
  await page.getByText(successful).first().waitFor()
  await page.waitForURL(`**${payouts}`)
  await expect.poll(() => requests(page).count()).toBe(1)
  await page.getByText('KES 950 will be sent, fee KES 50').waitFor()
  await requests(page).click()
  await page.getByRole('listitem').getByText('Requested', { exact: true }).waitFor()
  expect((await mailsTo(who.email, /new withdrawal method/))[0]!.text).not.toContain('712345678')
  await mailsTo(who.email, /We have your withdrawal request/)
  // The method is known from now on, and only its end is shown.
  await page.goto(`${payouts}/withdraw`)
  await page.getByRole('radio', { name: 'M-Pesa •••• 5678' }).waitFor()
  expect(await page.content()).not.toContain('712345678')
  await scripted(page)
  await page.getByRole('link', { name: 'Withdraw all' }).click()
  await submit(page).click()
  await page.getByText(successful).first().waitFor()
  await page.getByRole('button', { name: 'Withdraw Funds (Min. KES 100)' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Withdraw Funds (Min. KES 100)' }).isDisabled()).toBe(true)
  expect(faults).toEqual([])
}, 60_000)

test('without a script the figures come first, and a second press asks for nothing more [T193]', async () => {
  const owner = await funded(3000)
  const page = await ownPage(owner, owner.payouts, false)
  await page.getByRole('button', { name: 'Withdraw Funds' }).click()
  await page.getByLabel('Amount (KES)').fill('1000')
  await page.getByLabel('Bank account').check()
  await page.getByLabel('Bank Name').fill('KCB Bank Kenya')
  await page.getByLabel('Account Number').fill('1234 5678 90')
  await page.getByLabel('Account Name').fill('Wanjiru Kamau')
  await submit(page).click()
  await page.getByText('Please look at what you will receive, then confirm').waitFor()
  await page.getByText('KES 950', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Account Number').inputValue()).toBe('1234 5678 90')
  await page.getByLabel('Password', { exact: true }).fill(owner.who.password)
  await submit(page).click()
  await page.getByText(successful).waitFor()
  await page.getByText('KCB Bank Kenya •••• 7890').first().waitFor()
  const other = await ownPage(owner, `${owner.payouts}/withdraw?amount=500`, false)
  await other.getByText('KES 475', { exact: true }).waitFor()
  await submit(other).dblclick()
  await other.waitForURL(`**${owner.payouts}`)
  await other.getByText('KES 475 will be sent, fee KES 25').waitFor()
  await expect.poll(() => requests(other).count()).toBe(2)
}, 60_000)
