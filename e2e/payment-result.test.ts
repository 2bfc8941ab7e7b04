import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { wayToPay } from './gift.ts'
import { type House, openHouse } from './house.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted, visitor } from './visitor.ts'

// After paying: what the person who gave is told, however it went and whenever they come back.

const drive = '/fundraiser/heal-mama-achieng'
let own: House
beforeAll(async () => {
  own = await openHouse()
}, 120_000)
afterAll(() => own?.stop())

const guest = (wishes: Parameters<typeof visitor>[0] = {}) => visitor({ url: own.url, ...wishes })

/** Gives KES 1,000 by M-Pesa from the phone that ends in this, as far as the provider's page goes. */
async function give(page: Page, last: number) {
  const email = `giver-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.goto(`${drive}/donate?by=page`)
  await page.locator('input[name=amount]').fill('1000')
  await page.getByText('Add your name or a message').click()
  await page.getByLabel('Name').fill('Amina Yusuf')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /^Donate/ }).click()
  await page.waitForURL(/sandbox\/paystack/)
  await wayToPay(page, 'M-Pesa')
  await page.locator('input[name=phone]').fill(`0710 000 00${last}`)
  await page.getByRole('button', { name: 'Pay KES 1,000' }).click()
  return email
}
async function resultOf(email: string): Promise<string> {
  const [row] = await ask(own, 'select reference from payments where donor_email = $1', [email])
  return `/payment-success?reference=${row!.reference}`
}

test('the person who paid is thanked, has a receipt that prints, and can pass it on [T34]', async () => {
  const { page, faults, context } = await guest({ width: 360 })
  await page.goto(`${drive}/donate`)
  await scripted(page)
  const email = await give(page, 0)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.getByText('Thank you for your donation of KES 1,000.').first().waitFor()
  // A toast says it, too.
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByText('Payment Successful!')
  await toast.waitFor()
  // The page celebrates: the giver by name, the new total, the organiser's words.
  await page.getByText('Asante, Amina Yusuf!').waitFor()
  const bar = page.getByRole('progressbar', { name: 'Raised of the goal' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  // To one decimal, as the page of the drive says it.
  await page.getByText(/^\d+\.\d%$/).waitFor()
  await page.getByText('Asante! Your gift brings us closer to our goal.').waitFor()
  const share = page.getByRole('link', { name: 'Share on WhatsApp' })
  await expect
    .poll(async () => decodeURIComponent((await share.getAttribute('href'))!))
    .toMatch(/KES [\d,]+ of KES [\d,]+ raised so far/)
  await expect.poll(() => share.getAttribute('href')).toContain(encodeURIComponent(`${own.url}${drive}`))
  await expect.poll(() => share.getAttribute('rel')).toContain('noopener')
  await expect.poll(() => page.getByRole('link', { name: 'Back to the fundraiser' }).getAttribute('href')).toBe(drive)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const here = page.url()
  await page.reload()
  await page.getByRole('link', { name: 'View receipt' }).click()
  const sheet = page.getByRole('article', { name: 'Receipt' })
  for (const words of ['KES 1,000', 'Heal Mama Achieng', 'Amina Yusuf', 'Paid by', 'KES 50'])
    await sheet.getByText(words).first().waitFor()
  expect(await page.content()).not.toContain(email)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  const [mail] = await mailsTo(email, /receipt/i, own.url)
  expect(mail!.text).toContain(page.url())
  expect(faults).toEqual([])
  await context.close()

  // A person who is sent the address of the page reads what was given, and is not led to the name.
  const stranger = await guest({ theme: 'dark' })
  await stranger.page.goto(here)
  await stranger.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await expect.poll(() => stranger.page.getByRole('link', { name: 'View receipt' }).count()).toBe(0)
  expect(await stranger.page.content()).not.toMatch(/Amina|giver-/)
  await expectAccessible(stranger.page)
}, 120_000)

test('without a script, and although the provider never tells us, the gift is in when its giver comes back', async () => {
  const { page } = await guest({ javaScript: false, width: 320 })
  const email = await give(page, 8)
  await page.waitForURL(/payment-success/)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'View receipt' }).click()
  await page.getByRole('heading', { name: 'Donation receipt' }).waitFor()
  await expectNoSidewaysScroll(page)
  expect((await mailsTo(email, /receipt/i, own.url)).filter(({ subject }) => /receipt/i.test(subject))).toHaveLength(1)
}, 120_000)

test('while the phone waits the page says what to do, and it changes by itself when the money is in [T110]', async () => {
  const { page } = await guest({ javaScript: false })
  const here = await resultOf(await give(page, 5))
  // Without a script the page asks again by itself, or when it is told to.
  await page.goto(here)
  expect(await page.content()).toMatch(/<noscript>\s*<meta http-equiv="refresh"/i)
  await page.getByRole('link', { name: 'Check again' }).waitFor()
  const watcher = await guest({ width: 360 })
  await watcher.page.goto(here)
  await watcher.page.getByRole('heading', { name: 'Verifying Payment' }).waitFor()
  await watcher.page.getByText('Please wait while we confirm your donation...').waitFor()
  await watcher.page.getByText(/enter your PIN/).waitFor()
  // For what it is, how long the page goes on asking, and the ways out of it.
  await watcher.page.getByText('KES 1,000 · Heal Mama Achieng').waitFor()
  const timer = watcher.page.getByRole('timer')
  const seconds = async () => {
    const [, minutes, rest] = /(\d):(\d\d)/.exec((await timer.textContent()) ?? '')!
    return Number(minutes) * 60 + Number(rest)
  }
  const before = await seconds()
  await expect.poll(seconds).toBeLessThan(before)
  await watcher.page.reload()
  await timer.waitFor()
  expect(await seconds()).toBeLessThan(before)
  await expect
    .poll(() => watcher.page.getByRole('link', { name: 'Send it again' }).getAttribute('href'))
    .toBe(`${drive}/donate`)
  await watcher.page.getByRole('link', { name: 'Cancel and return to the fundraiser' }).waitFor()
  await watcher.page.getByText(/You may close this page. We email your receipt/).waitFor()
  await expectNoSidewaysScroll(watcher.page)
  await expectAccessible(watcher.page)
  await watcher.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 60_000 })
  // Nobody has touched this one.
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(watcher.faults).toEqual([])
}, 150_000)

test('the person who did not pay reads why, and can try again; what is no payment says nothing more [T111]', async () => {
  const { page } = await guest({ javaScript: false })
  const here = await resultOf(await give(page, 4))
  const { page: failed } = await guest({ width: 360 })
  await failed.goto(here)
  await failed.getByRole('heading', { name: 'Payment Failed' }).waitFor()
  await failed
    .getByText('There was an issue processing your payment. Please try again or contact support.')
    .first()
    .waitFor()
  await failed.getByText('There was not enough money in the account for this amount.').waitFor()
  await failed.getByText('Payment Verification Failed').first().waitFor()
  await expectAccessible(failed)
  await expectNoSidewaysScroll(failed)
  await failed.getByRole('link', { name: 'Try again' }).click()
  await failed.waitForURL(`**${drive}/donate`)

  const strange = 'We don’t know this link'
  const queries = { '': 'Payment Failed', '?reference=': 'Payment Failed', '?reference=no-such-thing': strange }
  for (const [query, heading] of Object.entries({
    ...queries,
    [`?reference[]=x&trxref=${'9'.repeat(500)}`]: strange,
  })) {
    expect((await page.goto(`/payment-success${query}`))?.status()).toBe(404)
    await page.getByRole('heading', { name: heading }).waitFor()
    if (heading === strange) await page.getByText('Look for M-Pesa’s message before you pay again.').waitFor()
    if (heading === strange) expect(await page.getByText(/try again/i).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Try again' }).count()).toBe(0)
  }
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${own.url}/`)
  expect((await page.goto(`/receipt/${crypto.randomUUID()}`))?.status()).toBe(404)
}, 120_000)
