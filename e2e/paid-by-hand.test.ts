/** @module-tag night */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anyAmount, askForList, deskOf, payByHand, payIn, slipOf } from './by-hand.ts'
import { someDrive } from './drive.ts'
import { controlOf } from './office.ts'
import { anyPhone, ownDigits } from './own-digits.ts'
import { alive, expectAccessible, expectNoSidewaysScroll, house, scripted, visitor } from './visitor.ts'

const mpesa = controlOf('daraja', house)

// Money that a payer sends from the menu of their phone with a slip in the account: onto the desk, and from there to the drive. In
// the gate: harambee.test.ts.

test('a payment to the code of a drive is a gift of it within seconds, and thanks nobody by name', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const [phone, amount] = [anyPhone(), anyAmount()]
  const { paybill, number } = await payIn(page, slug)
  // As a person types it: in parts.
  await payByHand(page, phone, { paybill, account: `${number.slice(0, 3)} ${number.slice(3)}`, amount })
  const gifts = page.getByText(`KES ${amount.toLocaleString('en')}`)
  await expect
    .poll(() => page.goto(`/fundraiser/${slug}?tab=donations`).then(() => gifts.count()), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await page.getByText('A supporter').first().waitFor()
}, 90_000)

test('an administrator places what nobody claims, and records what was sent back', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  const { paybill } = await payIn(page, slug)
  const [one, other] = [anyAmount(), 10_000 + anyAmount()]
  await payByHand(page, anyPhone(), { paybill, account: 'CHURCH ROOF', amount: one })
  await payByHand(page, anyPhone(), { paybill, account: 'NYUMBA', amount: other })
  await askForList(slug)
  const desk = await deskOf(one, { width: 360, theme: 'dark' })
  await desk.page.getByRole('link', { name: 'Place it on a fund drive' }).click()
  const dialog = desk.page.getByRole('dialog', { name: 'Place this money' })
  await dialog.getByRole('button', { name: 'Place it' }).click()
  await dialog.getByText('Choose the fund drive that the money was meant for.').waitFor()
  await expectAccessible(desk.page)
  await dialog.getByText('Type it below.').click()
  await dialog.getByLabel('Another fund drive').last().fill(`https://harambee.example/fundraiser/${slug}`)
  await dialog.getByLabel('Reason').fill('The payer called us')
  await dialog.getByRole('button', { name: 'Place it' }).click()
  await desk.page.getByText('The money is placed').first().waitFor()
  await page.goto(`/fundraiser/${slug}?tab=donations`)
  await page
    .getByText(`KES ${one.toLocaleString('en')}`)
    .first()
    .waitFor()
  // The other without a script. M-Pesa refuses to reverse it, twice.
  const plain = await deskOf(other, { javaScript: false })
  const sendBack = async () => {
    await mpesa('faults', { endpoint: 'reversal', fault: 'refused' })
    await plain.page.getByRole('link', { name: 'Send it back' }).click()
    await plain.page.getByLabel('Reason').fill('The payer asked for it')
    await plain.page.getByRole('button', { name: 'Send it back' }).click()
    await plain.page.getByText('M-Pesa is returning it').first().waitFor()
    const refused = plain.page.getByText('M-Pesa did not reverse it')
    await expect.poll(() => plain.page.reload().then(() => refused.count()), { timeout: 60_000 }).toBe(1)
  }
  await sendBack()
  await plain.page.getByRole('link', { name: 'It was not sent' }).click()
  await plain.page.getByLabel('Reason').fill('The portal is down')
  await plain.page.getByRole('button', { name: 'It was not sent' }).click()
  await plain.page.getByText('The money can be placed again').first().waitFor()
  await sendBack()
  await plain.page.getByText('It is being sent back').waitFor()
  await plain.page.getByRole('link', { name: 'It was sent back' }).click()
  await plain.page.getByLabel('M-Pesa code of the reversal').fill('123')
  await plain.page.getByLabel('Reason').fill('The payer asked for it')
  await plain.page.getByRole('button', { name: 'Record the return' }).click()
  await plain.page.getByText('An M-Pesa code has 10 letters and digits').waitFor()
  await expect.poll(() => plain.page.getByLabel('Reason').inputValue()).toBe('The payer asked for it')
  await plain.page.getByLabel('M-Pesa code of the reversal').fill(`TKR${ownDigits(7)}`)
  await plain.page.getByRole('button', { name: 'Record the return' }).click()
  await plain.page.getByText('The return is recorded').first().waitFor()
  expect([...desk.faults, ...plain.faults]).toEqual([])
}, 180_000)

test('an administrator sends it back by M-Pesa: the phone that paid has it again', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  const { paybill } = await payIn(page, slug)
  const [phone, amount] = [anyPhone(), 20_000 + anyAmount()]
  const code = await payByHand(page, phone, { paybill, account: 'KANISA', amount })
  await askForList(slug)
  const desk = await deskOf(amount, { width: 360 })
  await desk.page.getByRole('link', { name: 'Send it back' }).click()
  const dialog = desk.page.getByRole('dialog', { name: 'Send this money back' })
  await dialog.getByText('M-Pesa gives all of it to the number that paid').waitFor()
  await dialog.getByRole('button', { name: 'Send it back' }).click()
  await dialog.getByText('Please write why').or(dialog.getByText('reason')).first().waitFor()
  await expectAccessible(desk.page)
  await dialog.getByLabel('Reason').fill('The payer asked for it')
  await dialog.getByRole('button', { name: 'Send it back' }).click()
  await desk.page.getByText('M-Pesa is returning it').first().waitFor()
  await expectAccessible(desk.page)
  await expectNoSidewaysScroll(desk.page)
  const closed = desk.page.getByText('Closed', { exact: true })
  await expect.poll(() => desk.page.reload().then(() => closed.count()), { timeout: 60_000 }).toBe(1)
  await expectAccessible(desk.page)
  await page.goto(`/sandbox/phone/${phone}`)
  await page.getByText(`Transaction ${code} has been reversed`).waitFor()
  expect(desk.faults).toEqual([])
}, 120_000)

test('on the page of a request: paid by Paybill instead, with a slip in the account', async () => {
  const { slug } = await someDrive()
  const { page, context, faults } = await visitor({ width: 360 })
  const phone = anyPhone()
  await page.goto(`/fundraiser/${slug}/donate`)
  await scripted(page)
  await page.getByText('KES 500', { exact: true }).click()
  await page.getByLabel('M-Pesa number').fill(`0${phone.slice(3)}`)
  await page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  // Until the script has taken over, these words are a link to a page of its own, which never hears of the request.
  await page.locator('summary', { hasText: 'I paid by Paybill instead' }).click()
  const [paybill, account] = await page.locator('dd').allTextContents()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const pretended = await context.newPage()
  await pretended.goto(`/sandbox/phone/${phone}`)
  const cancel = pretended.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  // The phone shows that it is done: a page that is opened before then may be replaced by its answer.
  await cancel.waitFor({ state: 'hidden' })
  // With a slip in the drive's number, so that M-Pesa's code alone says whose it is.
  const slip = slipOf(account!.slice(0, 6))
  const code = await payByHand(pretended, phone, { paybill: paybill!, account: slip, amount: 500 })
  await page.bringToFront()
  await page.getByRole('heading', { name: 'You cancelled the request. Nothing was taken.' }).waitFor()
  await page.getByLabel('M-Pesa code').fill(code)
  await page.getByRole('button', { name: 'Find my payment' }).click()
  await page.waitForURL('**/payment-success**', { timeout: 60_000 })
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('the desk is worked by the keyboard alone, and what is left with Escape gives the focus back', {
  timeout: 120_000,
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  const { paybill } = await payIn(page, slug)
  const amount = 20_000 + anyAmount()
  await payByHand(page, anyPhone(), { paybill, account: 'PAA LA KANISA', amount })
  await askForList(slug)
  const { page: desk } = await deskOf(amount)
  const link = desk.getByRole('link', { name: 'Place it on a fund drive' })
  const dialog = desk.getByRole('dialog', { name: 'Place this money' })
  const isIn = () => dialog.evaluate((one) => one.contains(document.activeElement))
  await alive(link)
  await link.focus()
  await desk.keyboard.press('Enter')
  await expect.poll(isIn).toBe(true)
  await desk.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The address of the dialog is left once the page below has come.
  await desk.waitForURL(/unplaced\/\d+$/)
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
  await desk.keyboard.press('Enter')
  await expect.poll(isIn).toBe(true)
  await tabTo(desk, 'to')
  // From the first choice back to the last one.
  await desk.keyboard.press('Space')
  const choice = () => desk.evaluate(() => (document.activeElement as HTMLInputElement).value)
  for (let steps = 0; steps < 10 && (await choice()) !== 'typed'; steps++) await desk.keyboard.press('ArrowDown')
  await tabTo(desk, 'typed')
  await desk.keyboard.type(slug)
  await tabTo(desk, 'why')
  await desk.keyboard.type('The payer called us')
  await tabTo(desk, 'Place it')
  await desk.keyboard.press('Enter')
  await desk.getByText('The money is placed').first().waitFor()
})

/** Presses Tab until what has this name, or says this, has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => [document.activeElement?.getAttribute('name'), document.activeElement?.textContent])
  for (let steps = 0; steps < 25 && !(await focused()).includes(name); steps++) await page.keyboard.press('Tab')
  expect(await focused()).toContain(name)
}
