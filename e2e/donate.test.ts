import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDrive, pointAt, someDrive } from './drive.ts'
import { wayToPay } from './gift.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, house, scripted, visitor } from './visitor.ts'

// A gift, from the button to the thanks: with and without a script, by phone and by card, refused, cancelled, come back to.

const openDialog = async (page: Page, slug: string) => {
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  const opener = page.getByRole('button', { name: 'DONATE', exact: true })
  await pointAt(opener)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Donate' })
  await dialog.waitFor()
  return dialog
}
/** The same, turned to the provider's page: card, bank, and its own M-Pesa. */
const openPageDialog = async (page: Page, slug: string) => {
  const dialog = await openDialog(page, slug)
  await byPage(dialog)
  return dialog
}
const byPage = (within: Page | Locator) => within.getByRole('link', { name: 'Card or bank' }).click()
const unfold = (within: Page | Locator) => within.getByText(/^(Add your name or a message|Giving as)/).click()
const byPhone = async (page: Page, phone = '0710 000 000') => {
  await wayToPay(page, 'M-Pesa')
  await page.getByLabel(/phone/i).fill(phone)
  await page.getByRole('button', { name: /^Pay KES/ }).click()
}
const byCard = async (page: Page, number: string) => {
  await wayToPay(page, 'Card')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('408')
  await page.getByRole('button', { name: /^Pay KES/ }).click()
}
const checkout = (page: Page) => page.waitForURL('**/sandbox/paystack/checkout/**')

test('a gift by phone is given in the dialog, which says first what is missing and what it costs [T5]', async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  // A machine without the internet is enough for all of it: nobody else is asked for anything.
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(house())) elsewhere.push(request.url())
  })
  const dialog = await openPageDialog(page, slug)
  await expect.poll(() => page.getByRole('button', { name: /donate/i }).count()).toBe(1)
  await dialog.getByText('Heal Mama Achieng').waitFor()
  for (const chosen of await dialog.locator('[name=suggested]').all()) expect(await chosen.isChecked()).toBe(false)
  // Amount, then how, then contact; the rest is folded, and the button is in sight without scrolling.
  // Here comes who does not want to pay by a request on the phone.
  await expect.poll(() => dialog.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
  await expect.poll(() => dialog.getByLabel('Message').isVisible()).toBe(false)
  const button = dialog.getByRole('button', { name: 'Donate' })
  expect((await button.boundingBox())!.y + (await button.boundingBox())!.height).toBeLessThanOrEqual(800)
  await dialog.getByText('Minimum KES 1').waitFor()
  await dialog.getByText('We take 5% when the organiser withdraws.').waitFor()
  await dialog.getByRole('button', { name: 'Donate' }).click()
  await page.getByText('Missing Information').first().waitFor()
  await page.getByText('Please fill in the required fields').first().waitFor()
  await dialog.getByText('Enter an amount').waitFor()
  await dialog.getByText('Enter your email').waitFor()
  // A press on a suggested amount mends the field that is typed into.
  await dialog.getByText('KES 1,000', { exact: true }).click()
  await dialog.getByText('Enter an amount').waitFor({ state: 'hidden' })
  await expect.poll(() => dialog.getByText('Enter your email').count()).toBe(1)
  await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('1,000')
  await dialog.getByText('The organiser gets KES 950. We take 5% (KES 50) when they withdraw.').waitFor()
  await dialog.getByLabel('Other', { exact: true }).check()
  await dialog.getByLabel('Amount', { exact: true }).fill('0.50')
  await dialog.getByLabel('Email').fill('amina@example.org')
  await dialog.getByRole('button', { name: 'Donate KES 0.50' }).click()
  await dialog.getByText('The smallest amount for this payment method is KES 1').waitFor()
  await dialog.getByRole('radio', { name: 'M-Pesa' }).check()
  await dialog.getByLabel('Amount', { exact: true }).fill('500/=')
  await dialog.getByRole('button', { name: 'Donate KES 500' }).waitFor()
  await dialog.getByRole('radio', { name: 'KES 1,000' }).check()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await unfold(dialog)
  await dialog.getByLabel('Message').fill('Pole sana')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Donate KES 1,000' }).dblclick()
  await checkout(page)
  await byPhone(page)
  await page.getByText('Payment Successful!').first().waitFor()
  // Only the script can forget what this tab keeps.
  await scripted(page)
  await expectAccessible(page)
  expect(elsewhere).toEqual([])
  expect(faults).toEqual([])
  // It came in: the form is fresh again.
  await page.goto(`/fundraiser/${slug}/donate`)
  await scripted(page)
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('')
})

test('the person who cancels, or comes back, finds what they typed, and one payment for the same gift [T174]', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor()
  const dialog = await openPageDialog(page, slug)
  await dialog.getByLabel('Amount', { exact: true }).fill('1,234.50')
  await dialog.getByLabel('Email').fill('amina@example.org')
  await dialog.getByRole('radio', { name: 'Card' }).check()
  await unfold(dialog)
  await dialog.getByLabel('Message').fill('Tuko pamoja')
  await dialog.getByLabel('Donate anonymously').check()
  await dialog.getByRole('button', { name: 'Donate KES 1,234.50' }).click()
  await checkout(page)
  const first = page.url()
  await expect.poll(() => page.getByRole('tab', { name: 'Card' }).getAttribute('aria-selected')).toBe('true')
  await page.goBack()
  await scripted(page)
  if (!(await page.getByRole('dialog').isVisible())) await openDialog(page, slug)
  await page.getByRole('button', { name: 'Donate KES 1,234.50' }).click()
  await checkout(page)
  expect(page.url()).toBe(first)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was charged').waitFor()
  await scripted(page)
  await page.getByRole('button', { name: 'Donate KES 1,234.50' }).waitFor()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Tuko pamoja')
  await expect.poll(() => page.getByLabel('Message').isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Donate anonymously').isChecked()).toBe(true)
  await page.getByLabel('Amount', { exact: true }).fill('500')
  await page.getByRole('button', { name: 'Donate KES 500' }).click()
  await checkout(page)
  await byCard(page, '4084 0840 8408 4081')
  await page.getByText('Payment Successful!').first().waitFor()
  expect(faults).toEqual([])
})

test('without a script the form is a page of its own, and a mistake loses nothing', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ javaScript: false, width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  await page.getByRole('link', { name: 'DONATE', exact: true }).click()
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
  await byPage(page)
  await page.getByLabel('Email').waitFor()
  await page.getByRole('radio', { name: 'KES 500' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('700')
  await page.getByLabel('Email').fill('amina@example.org')
  await unfold(page)
  await page.getByLabel('Message').fill('Pole')
  await page.getByRole('button', { name: 'Donate' }).click()
  await page.getByText('You chose one amount and typed another').waitFor()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Pole')
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('700')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Donate' }).click()
  await checkout(page)
  await byPhone(page)
  await page.getByText('Payment Successful!').first().waitFor()
})

test('by keyboard alone, in the dark, by a person signed in', { tags: ['night'] }, async () => {
  const { page, who } = await signedIn({ theme: 'dark' })
  const slug = await openDrive(page)
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  const opener = page.getByRole('button', { name: 'DONATE', exact: true })
  await pointAt(opener, 'focus')
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Donate' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe(who.fullName)
  await dialog.getByRole('link', { name: 'Card or bank' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(who.email)
  await expectAccessible(page)
  await dialog.getByLabel('Amount', { exact: true }).focus()
  await page.keyboard.type('300')
  await page.keyboard.press('Enter')
  await checkout(page)
})

test('on a slow line a press is answered at once, and leads to the form once [T364]', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.route(/donate\.json/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => {})
  })
  // The page that it leads to is slow, too.
  await page.route(/\/donate$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  const opener = page.getByRole('button', { name: 'DONATE', exact: true })
  // Pressed twice; read before anything could have come.
  const busy = await opener.evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 30))
    const now = button.getAttribute('aria-busy')
    button.click()
    return now
  })
  expect(busy).toBe('true')
  await page.waitForURL(`**/fundraiser/${slug}/donate`, { timeout: 10_000 })
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('the button covers neither the end of the page nor what is printed, and is gone where nothing can be given [T56]', {
  tags: ['night'],
}, async () => {
  const owner = await someDrive()
  const { page } = await visitor({ width: 320, language: 'sw' })
  await page.goto(`/fundraiser/${owner.slug}`)
  await scripted(page)
  const bar = page.locator('.give-bar')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const lowest = await page.locator('footer').evaluate((foot) => foot.getBoundingClientRect().bottom)
  expect((await bar.boundingBox())!.y).toBeGreaterThanOrEqual(lowest - 1)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => bar.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  // On a desk it is on the right, and stays in sight.
  await page.setViewportSize({ width: 1280, height: 800 })
  const seen = () =>
    page.locator('.give-here > a, .give-bar > a').evaluateAll(
      (all) =>
        all.filter((one) => {
          const { x, y, bottom } = one.getBoundingClientRect()
          return (
            one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            x > 640 &&
            y >= 0 &&
            bottom <= 800
          )
        }).length,
    )
  for (const down of [0, 300]) {
    await page.evaluate((to) => scrollTo(0, to), down)
    await expect.poll(seen, { message: `scrolled by ${down}` }).toBe(1)
  }
  await owner.page.request.post(`/fund-drive/${owner.slug}/settings/collects`, {
    form: {},
    headers: { origin: new URL(page.url()).origin },
  })
  await page.reload()
  await expect.poll(() => bar.count()).toBe(0)
  await page.goto(`/fundraiser/${owner.slug}/donate`)
  await expectNoSidewaysScroll(page)
  await expect.poll(() => page.locator('form[action$="/donate"]').count()).toBe(0)
})
