import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { sendCutOff } from './cut-off.ts'
import { ask } from './database.ts'
import { someDrive } from './drive.ts'
import { hostOf, later, someInvitation } from './invitation.ts'
import { mailsTo, scripted, visitor } from './visitor.ts'

// What is sent is there once, whatever became of the answer. Forms that are gone back to, of all kinds,
// are in test/pages/sent-again.test.ts.

const place = { dataDir: inject('dataDir') }
const count = async (query: string, ...values: unknown[]): Promise<number> =>
  Number((await ask(place, `select count(*) as n ${query}`, values))[0]!.n)

async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value)
}
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await scripted(page)
}

test('a part of a pledge that is paid by card: an answer was cut off, and pressed again it is the same payment', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const email = `${crypto.randomUUID()}@example.org`
  await open(page, `/fundraiser/${slug}/pledge`)
  await fill(page, { amount: '2000', name: 'Amina Yusuf', email })
  await page.getByRole('button', { name: 'I will give later' }).click()
  const [mail] = await mailsTo(email, /Your pledge is written down/)
  await open(page, new URL(/http\S+\/pledge\/\w{25}/.exec(mail!.text)![0]).pathname)
  await page.getByLabel('Amount').fill('500')
  await page.getByText('Card or bank', { exact: true }).click()
  const pay = () => page.getByRole('button', { name: 'Pay by card or bank' }).click()
  await sendCutOff(page, pay)
  const here = page.url()
  await pay()
  await page.waitForURL((url) => url.href !== here)
  await expect
    .poll(() => count('from payments p join fund_drives d on d.id = p.fund_drive_id where d.slug = $1', slug))
    .toBe(1)
})

test('a visit: an answer was cut off, and from the dialog that was closed and opened again one is booked', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  const email = `${crypto.randomUUID()}@example.org`
  await open(page, `/fundraiser/${slug}`)
  const opener = page.getByRole('button', { name: 'RSVP' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Book a Visit' })
  await dialog.getByLabel('Full Name').fill('Amina Yusuf')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('0712 345 678')
  await dialog.getByLabel('Visit Date').fill(dayIn(3))
  const send = () => dialog.getByRole('button', { name: 'Ask to visit' }).click()
  await sendCutOff(page, send)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await opener.click()
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(email)
  await send()
  await page.getByText('Reservation Request Submitted!').first().waitFor()
  await expect.poll(() => count('from fund_drive_reservations where email = $1', email)).toBe(1)
})

test('a post: an answer was cut off, and pressed again it is there once; the next one from the same page is another', {
  tags: ['night'],
}, async () => {
  const invitation = await someInvitation()
  await later(invitation, 'over')
  const { page } = await hostOf(invitation, { width: 360 })
  await open(page, `/gathering/${invitation.slug}/after`)
  const words = `Asanteni ${crypto.randomUUID()}`
  const send = () => page.getByRole('button', { name: 'Post', exact: true }).click()
  const there = () =>
    count('from gathering_posts p join gatherings g on g.id = p.gathering_id where g.slug = $1', invitation.slug)
  await fill(page, { words })
  await sendCutOff(page, send)
  await send()
  await page.getByText('Posted', { exact: true }).first().waitFor()
  await expect.poll(() => page.locator('[name=words]').inputValue()).toBe('')
  expect(await there()).toBe(1)
  await fill(page, { words })
  await send()
  await expect.poll(there).toBe(2)
})
