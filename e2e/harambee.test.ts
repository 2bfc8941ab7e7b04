import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Say, sayIn } from '#test/said.ts'
import { office } from './admin.ts'
import { anyAmount, askForList, deskOf, payByHand, payIn, slipOf } from './by-hand.ts'
import { ask } from './database.ts'
import { openDrive, pointAt } from './drive.ts'
import { anyPhone } from './own-digits.ts'
import { signedIn } from './session.ts'
import { shotsOf } from './shots.ts'
import { codeOn } from './texts.ts'
import { leave, mailsTo, scripted, visitor } from './visitor.ts'

// A whole harambee on a phone's screen, from the first gift to the gift that goes back. With SHOTS=folder each
// step leaves a picture there. The withdrawal, which M-Pesa sends in a house of its own, is in withdraw-by-mpesa.test.ts.

type On = { page: Page; say: Say; slug: string; shot: (name: string) => Promise<void> }

const kes = (shillings: number) => `KES ${shillings.toLocaleString('en')}`

/** The pretend phone in a window of its own. */
async function onPhone(page: Page, phone: string, press: 'pin' | 'cancel') {
  const own = await page.context().newPage()
  await own.goto(`/sandbox/phone/${phone}`)
  if (press === 'pin') {
    await own.getByLabel('M-PESA PIN').fill('1234')
    await own.keyboard.press('Enter')
    await own.getByText('Confirmed. Ksh').first().waitFor()
  } else {
    const cancel = own.getByRole('button', { name: 'Cancel' })
    await cancel.click()
    // Closed at once, the window may take its question along.
    await cancel.waitFor({ state: 'hidden' })
  }
  await own.close()
  await page.bringToFront()
}

const isAsked = ({ page, say }: On) =>
  page.getByText(say('Check your phone and enter your M-Pesa PIN. We never ask for it here.')).waitFor()
const isPaid = ({ page, say }: On) =>
  page.getByRole('heading', { name: say('Payment Successful!') }).waitFor({ timeout: 30_000 })

/** DONATE, the amount, 'Pay by M-Pesa': three taps, and the PIN on the phone. */
async function giveByPrompt(on: On, amount: number, phone: string) {
  const { page, say, slug, shot } = on
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await shot('drive')
  const opener = page.getByRole('button', { name: say('DONATE'), exact: true }).first()
  await pointAt(opener)
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(kes(amount), { exact: true }).click()
  await dialog.getByLabel(say('M-Pesa number')).fill(phone)
  await shot('give')
  await dialog.getByRole('button', { name: /^(Pay|Lipa) .*M-Pesa$/ }).click()
  await isAsked(on)
  await shot('asked')
}

async function giveTwice(on: On, phone: string) {
  const { page, say, shot } = on
  await giveByPrompt(on, 500, phone)
  await onPhone(page, phone, 'pin')
  await isPaid(on)
  await page.getByText(kes(500)).first().waitFor()
  await shot('thanks')
  const other = anyPhone()
  await giveByPrompt(on, 1000, other)
  await onPhone(page, other, 'cancel')
  await page.getByRole('heading', { name: say('You cancelled the request. Nothing was taken.') }).waitFor()
  await shot('cancelled')
  await page.getByRole('button', { name: say('Send it again') }).click()
  await isAsked(on)
  await onPhone(page, other, 'pin')
  await isPaid(on)
}

/** Pays the Paybill from the phone's menu with one digit wrong; it is on the administrator's desk until it is claimed. */
async function payWithASlip({ page, say, slug, shot }: On, language: 'en' | 'sw') {
  const [phone, amount] = [anyPhone(), anyAmount()]
  const { paybill, number } = await payIn(page, slug)
  await shot('paybill')
  const code = await payByHand(page, phone, { paybill, account: slipOf(number), amount })
  await shot('phone')
  await askForList(slug)
  const desk = await deskOf(amount, { width: 360, language })
  await desk.page.getByText(code).waitFor()
  await desk.page.getByText(slipOf(number)).first().waitFor()
  await shotsOf(desk.page, `${language}-admin`)('desk')
  await page.goto(`/fundraiser/${slug}/claim`)
  await scripted(page)
  await page.getByLabel(say('M-Pesa code')).fill(code)
  await page.getByLabel(say('Last three digits of the number that paid')).fill(phone.slice(-3))
  await page.getByLabel(say('Name'), { exact: true }).fill('Amina Yusuf')
  await shot('claim')
  await page.getByRole('button', { name: say('Find my payment') }).click()
  await page.getByRole('heading', { name: say('Payment Successful!') }).waitFor({ timeout: 60_000 })
  const gift = page.getByText('Amina Yusuf').first()
  await expect
    .poll(() => page.goto(`/fundraiser/${slug}?tab=donations`).then(() => gift.count()), { timeout: 60_000 })
    .toBe(1)
  await page.getByText(kes(amount)).first().waitFor()
  await shot('claimed')
  await desk.page.reload()
  await desk.page.getByText(say('Placed as a gift')).first().waitFor()
  return desk.faults
}

/** Promises 2,000, pays 500, is reminded, pays the rest. */
async function promise(on: On) {
  const { page, say, slug, shot } = on
  const [email, phone] = [`${randomUUID()}@example.org`, anyPhone()]
  await page.goto(`/fundraiser/${slug}/pledge`)
  await scripted(page)
  await page.getByLabel(say('Amount')).fill('2000')
  await page.getByLabel(say('Name'), { exact: true }).fill('Juma Otieno')
  await page.getByLabel(say('Phone')).fill(phone)
  await page.getByLabel(say('or email')).fill(email)
  await shot('promise')
  await page.getByRole('button', { name: say('I will give later') }).click()
  await page.getByText(say('Nearly done: open the message we sent and confirm')).waitFor()
  const [mail] = await mailsTo(email)
  const [asked, link] = /(http\S+\/pledge\/\w{25})\?yes=\w{8}/.exec(mail!.text)!
  await page.goto(asked)
  await scripted(page)
  await page.getByRole('button', { name: say('Confirm my pledge') }).click()
  await page.getByText(say('Thank you! Your pledge counts for the fundraiser')).first().waitFor()
  await shot('promised')
  await payOfPledge(on, link!, phone, 500)
  await page.getByText(kes(1500)).first().waitFor()
  await shot('pledge')
  await ask(
    { dataDir: inject('dataDir') },
    `select graphile_worker.add_job('mail-pledge', json_build_object('pledgeId', id, 'about', 0)) from pledges where email = $1`,
    [email],
  )
  const due = new RegExp(say('Your pledge is due soon'))
  const reminder = (await mailsTo(email, due)).find(({ subject }) => due.test(subject))!
  expect(reminder.text).toContain(kes(1500))
  // By the link of the reminder, as its reader does.
  await payOfPledge(on, /http\S+\/pledge\/\w{25}/.exec(reminder.text)![0], phone, 1500)
  await page.getByText(say('You have given all of it. Thank you!')).waitFor()
  await shot('kept')
}

async function payOfPledge(on: On, link: string, phone: string, amount: number) {
  const { page, say } = on
  await page.goto(link)
  await scripted(page)
  await page.getByLabel(say('Amount')).fill(String(amount))
  await page.getByRole('button', { name: /^(Pay|Lipa) .*M-Pesa$/ }).click()
  await isAsked(on)
  await onPhone(page, phone, 'pin')
  await isPaid(on)
  const left = page.getByText(amount === 500 ? kes(1500) : say('You have given all of it. Thank you!')).first()
  await expect.poll(() => page.goto(link).then(() => left.count()), { timeout: 20_000 }).toBe(1)
}

/** Cash in an envelope, and the group's list: twenty lines of it, pasted, approved, and sent out again. */
async function bringTheList({ page, say, slug, shot }: On) {
  await page.goto(`/fund-drive/${slug}/recorded/add`)
  await scripted(page)
  await page.getByLabel(say('Amount')).fill('2500')
  await page.getByLabel(say('Name'), { exact: true }).fill('Mama Halima')
  await shot('record')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Record gift') })
    .click()
  await page.getByText(say('The gift is recorded')).first().waitFor()
  await shot('recorded')
  await page.goto(`/fund-drive/${slug}/bridge`)
  await scripted(page)
  const lines = Array.from({ length: 20 }, (_, at) => `${at + 1}. Giver ${'abcdefghijklmnopqrst'[at]} ${500 + at} ✅`)
  await page.getByLabel(say('Messages or list')).fill(lines.join('\n'))
  await shot('paste')
  await page.getByRole('button', { name: say('Read the text') }).click()
  await page.getByRole('heading', { name: say('Check the rows') }).waitFor()
  await scripted(page)
  // The list does not say how it was given.
  await page.getByLabel(say('How was it given?'), { exact: true }).selectOption('cash')
  await page.getByRole('button', { name: say('Tick all rows without a mark') }).click()
  await shot('rows')
  await page
    .getByRole('button', { name: say('{ticked, plural, one {Enter # row} other {Enter # rows}}', { ticked: 20 }) })
    .click()
  await page
    .getByText(say('{entered, plural, one {# row entered} other {# rows entered}}', { entered: 20 }))
    .first()
    .waitFor()
  await page.goto(`/fund-drive/${slug}/list`)
  const text = await page.getByLabel(say('The list as text')).inputValue()
  expect(text).toContain('Giver a - 500 ✅')
  await shot('list')
  const picture = await page.request.get(`/fund-drive/${slug}/list.jpg?page=1`)
  expect([picture.headers()['content-type'], (await picture.body()).length <= 250_000]).toEqual(['image/jpeg', true])
}

/** The person who gave by phone joins with it, and later signs in by it: the gift is there. */
async function findTheGift({ page, say, shot }: On, phone: string) {
  await page.goto('/auth/sign-up/phone')
  await scripted(page)
  await page.getByLabel(say('Full Name')).fill('Neema Wambui')
  await page.getByLabel(say('Phone number')).fill(phone)
  await shot('join')
  await page.getByRole('button', { name: say('Text me a code') }).click()
  await page.waitForURL('**/auth/sign-up/code')
  await page.getByLabel(say('Code from the text')).fill(await codeOn(phone))
  await page.getByRole('button', { name: say('Create Account') }).click()
  await page.waitForURL('**/dashboard')
  await shot('joined')
  await leave(page)
  await page.goto('/auth?to=%2Fgiving')
  await page.getByRole('link', { name: say('Sign in with your phone') }).click()
  await page.getByLabel(say('Phone number')).fill(phone)
  await page.getByRole('button', { name: say('Text me a code') }).click()
  await page.waitForURL('**/auth/phone/code**')
  await scripted(page)
  await shot('code')
  await page.getByLabel(say('Code from the text')).fill(await codeOn(phone, 2))
  await page
    .locator('form')
    .getByRole('button', { name: say('Sign In'), exact: true })
    .click()
  await page.getByRole('heading', { name: say('My giving') }).waitFor()
  await page.getByText(kes(500)).first().waitFor()
  await shot('giving')
}

/** Recorded gifts of the pasted list are the newest: the first gift is on the second page. */
async function giftsOf500(page: Page, slug: string, say: On['say']): Promise<number> {
  await page.goto(`/fundraiser/${slug}?tab=donations`)
  await page.getByRole('link', { name: say('Show more donations') }).click()
  await page.getByText('Amina Yusuf').first().waitFor()
  return page.getByText(kes(500), { exact: true }).count()
}

/** An administrator sends a gift back: the phone is told, and the drive counts it no more. */
async function sendBack({ page: giver, say, slug, shot: shotOfGiver }: On, language: 'en' | 'sw', phone: string) {
  const [drive] = await ask({ dataDir: inject('dataDir') }, 'select id from fund_drives where slug = $1', [slug])
  const before = await giftsOf500(giver, slug, say)
  expect(before).toBeGreaterThan(0)
  const { page, faults } = await office(`/admin/donations?drive=${drive!.id}`, { width: 360, language })
  const shot = shotsOf(page, `${language}-admin`)
  const sum = 'KSH 500'
  await shot('donations')
  // Juma Otieno paid the same sum of his pledge.
  const row = page.getByRole('row').filter({ hasText: sum, hasNotText: 'Juma Otieno' })
  await row.getByRole('link').first().click()
  await page.waitForURL(/donations\/\d+$/)
  await shot('donation')
  await page.getByRole('link', { name: say('Refund', {}, 'button'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('Refund the donation') })
  await dialog.getByLabel(say('Reason')).fill('Given to the wrong drive')
  await shot('refund')
  await dialog.getByRole('button', { name: say('Refund {sum}', { sum }, 'button') }).click()
  await page.getByText(say('All of it was refunded.')).waitFor({ timeout: 60_000 })
  await shot('refunded')
  await giver.goto(`/sandbox/phone/${phone}`)
  await giver.getByText('has been reversed').waitFor()
  await shotOfGiver('reversed')
  await expect.poll(() => giftsOf500(giver, slug, say), { timeout: 30_000 }).toBe(before - 1)
  await shotOfGiver('drive')
  return faults
}

/** In Swahili at night. */
describe.each([
  ['en', []],
  ['sw', ['night']],
] as const)('%s', (language, tags) => {
  test('from the first gift to the gift that goes back', { tags: [...tags], timeout: 400_000 }, async () => {
    const say = sayIn(language)
    const owner = await signedIn({ width: 360, language })
    const slug = await openDrive(owner.page, undefined, '250000')
    const giver = await visitor({ width: 360, language })
    const phone = `0${anyPhone().slice(3)}`
    const asGiver = { page: giver.page, say, slug, shot: shotsOf(giver.page, `${language}-giver`) }
    const asOwner = { page: owner.page, say, slug, shot: shotsOf(owner.page, `${language}-owner`) }
    await giveTwice(asGiver, phone)
    const atDesk = await payWithASlip(asGiver, language)
    await promise(asGiver)
    await bringTheList(asOwner)
    await findTheGift(asGiver, phone)
    const faults = await sendBack(asGiver, language, phone)
    expect([...owner.faults, ...giver.faults, ...atDesk, ...faults]).toEqual([])
  })
})
