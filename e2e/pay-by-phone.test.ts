import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pointAt, someDrive } from './drive.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// A gift by a request on the phone: three taps and a PIN. The pretend M-Pesa answers by number where no hand is needed. What its
// pages say is asked in app/money/donations/public/pay-pay.test.ts; cancelled, sent again and paid it is in harambee.test.ts.

let nr = 0
/** A number that nobody has used here; what it does by itself is in sandbox/README.md. */
const ownPhone = () => `0711 ${String(100_000 + ++nr).slice(0, 3)} ${String(Date.now() + nr).slice(-3)}`

async function dialogOf(page: Page, slug: string) {
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  const opener = page.getByRole('button', { name: 'DONATE', exact: true })
  await pointAt(opener)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Donate' })
  await dialog.waitFor()
  return dialog
}

test('an amount, a number, a PIN: the gift is there', async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  const dialog = await dialogOf(page, slug)
  await dialog.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await dialog.getByText('Enter an amount').waitFor()
  await dialog.getByText('Enter your M-Pesa number').waitFor()
  await expect.poll(() => dialog.getByLabel('Email').isVisible()).toBe(false)
  await dialog.getByText('KES 500', { exact: true }).click()
  await dialog.getByLabel('M-Pesa number').fill('0708 374 149')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: /^Pay .*M-Pesa$/ }).dblclick()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 20_000 })
  await page.getByText('Thank you for your donation of KES 500.').first().waitFor()
  await expect.poll(() => page.getByText('emailed your receipt').count()).toBe(0)
  expect(faults).toEqual([])
  // Back leads to the drive, not to the wait that is over.
  await page.goBack()
  await page.waitForURL(`**/fundraiser/${slug}`)
  await expect
    .poll(() => page.locator('main').textContent(), { timeout: 10_000 })
    .toMatch(/Latest giftsA supporterKES\s500/)
})

test('a request that can’t be sent again says why at its button, and goes on saying it', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page, context } = await visitor({ width: 360, expectFaults: /./ })
  await page.clock.install()
  const phone = ownPhone()
  const begin = async (tab: Page, sum: string) => {
    await tab.goto(`/fundraiser/${slug}/donate`)
    await scripted(tab)
    await tab.getByText(sum, { exact: true }).click()
    await tab.getByLabel('M-Pesa number').fill(phone)
    await tab.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
    await tab.getByText('Check your phone and enter your M-Pesa PIN. We never ask for it here.').waitFor()
  }
  await begin(page, 'KES 200')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sandbox: open the pretend phone' }).click()
  await (await opened).getByRole('button', { name: 'Cancel' }).click()
  await page.bringToFront()
  await page.getByRole('heading', { name: 'You cancelled the request. Nothing was taken.' }).waitFor()
  await begin(await context.newPage(), 'KES 500')
  await page.bringToFront()
  await page.getByRole('button', { name: 'Send it again' }).click()
  const why = page.getByRole('main').getByText('A request is open on this phone already.')
  await why.waitFor()
  // Longer than a toast is there.
  await page.clock.fastForward(11_000)
  await expect.poll(() => why.isVisible()).toBe(true)
  await expectAccessible(page)
})

test('without a script the same page waits by itself, and the gift arrives', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ javaScript: false, width: 360, language: 'sw' })
  await page.goto(`/fundraiser/${slug}/donate`)
  await page.locator('input[name=amount]').fill('700')
  await page.locator('input[name=suggested][value=other]').check()
  await page.locator('input[name=phone]').fill('0708374150')
  await page.getByRole('button', { name: 'Lipa kwa M-Pesa' }).click()
  await page.getByText('Angalia simu yako na uweke PIN ya M-Pesa. Hapa hatuiulizi kamwe.').waitFor()
  await expectNoSidewaysScroll(page)
  await page.waitForURL('**/payment-success**', { timeout: 60_000 })
})

/** This number is told to have cancelled, and pays 30 seconds later. */
test('both requests of one gift are paid: M-Pesa gives one back to the phone that paid', {
  tags: ['night'],
  timeout: 240_000,
}, async () => {
  const { slug } = await someDrive()
  const { page, context, faults } = await visitor({ width: 360 })
  const dialog = await dialogOf(page, slug)
  await dialog.getByText('KES 200', { exact: true }).click()
  await dialog.getByLabel('M-Pesa number').fill('0708 374 114')
  await dialog.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await page.getByRole('heading', { name: 'You cancelled the request. Nothing was taken.' }).waitFor()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 90_000 })
  const twice = page.getByRole('link', { name: 'Give both, or have one back' })
  await expect.poll(() => page.reload().then(() => twice.count()), { timeout: 90_000, interval: 2000 }).toBe(1)
  await expectAccessible(page)
  await twice.click()
  await page.getByRole('heading', { name: 'You paid twice' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send one back' }).click()
  await page
    .getByRole('heading', { name: 'We send KES 200 back to you' })
    .or(page.getByText('was returned to you'))
    .waitFor()
  await expectAccessible(page)
  const back = page.getByRole('heading', { name: 'KES 200 was returned to you' })
  await expect.poll(() => page.reload().then(() => back.count()), { timeout: 60_000, interval: 1000 }).toBe(1)
  const said = (await page.locator('main').textContent()) ?? ''
  const [code] = /[A-Z0-9]{10}(?=\.)/.exec(said)!
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const pretended = await context.newPage()
  await pretended.goto('/sandbox/phone/254708374114')
  await pretended.getByText(`${code} Confirmed. Transaction`).waitFor()
  await page.goto(`/fundraiser/${slug}`)
  await expect.poll(() => page.locator('main').textContent(), { timeout: 10_000 }).toMatch(/KES\s200/)
  expect(faults).toEqual([])
})
