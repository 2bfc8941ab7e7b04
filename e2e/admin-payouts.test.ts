import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { office as adminBrowserOf, newAdministrator } from './admin.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { signedIn } from './session.ts'
import { expectAccessible, type SomePerson, scripted, type Visitor, type visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// Administrators decide about withdrawals: in a house of its own, where two have to agree above KSH 50,000.

const requests = '/admin/withdrawal-requests'
let house: House
let owner: Visitor & { who: SomePerson }
let slug: string
beforeAll(async () => {
  house = await openHouse({ SECOND_ADMIN_ABOVE: '50000' })
  owner = await signedIn({ url: house.url })
  slug = await openDrive(owner.page, `Roof ${randomUUID().slice(0, 6)}`)
  await gift(slug, 200_000, house.url)
}, 180_000)
afterAll(async () => void (await house.stop()))

const phones = { arrives: '0712 000 099', fails: '0712 000 001', stays: '0712 000 003' }

/** A person asks for so many shillings, as their form does. */
async function asksFor(shillings: number, { to = phones.arrives, drive = slug } = {}) {
  await ask(house, 'delete from rate_limits')
  const way = { method: 'mobile_money', mobile_operator: 'M-Pesa', phone_number: to, password: owner.who.password }
  const form = { amount: String(shillings), seen: String(shillings * 100), key: randomUUID(), ...way }
  const to_ = `/fund-drive/${drive}/payouts/withdraw`
  const sent = await owner.page.request.post(to_, { form, headers: { origin: house.url }, maxRedirects: 0 })
  expect(sent.status()).toBe(303)
  const [row] = await ask(house, 'select max(id) as id from payout_requests')
  return Number(row!.id)
}
const statusOf = async (id: number) =>
  (await ask(house, 'select status from payout_requests where id = $1', [id]))[0]!.status

async function office(path = requests, wishes: Parameters<typeof visitor>[0] = {}) {
  await ask(house, 'delete from rate_limits')
  return adminBrowserOf(path, { url: house.url, ...wishes })
}
const rowOf = (page: Page, id: number) => page.getByRole('row').filter({ hasText: `Request ${id}` })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
/** Completed: by what the page says, or, where the provider takes longer than the page waits for it, soon after. */
async function completed(page: Page, id: number) {
  await toast(page, /Request (completed|approved) successfully/)
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('completed')
}

test('a request is completed: facts, balance check and fee are seen first, the money is sent, the story is told [T159]', async () => {
  const { page, faults } = await office()
  // An open page learns of a new request.
  const id = await asksFor(1000)
  const row = rowOf(page, id)
  for (const words of ['Wanjiru Kamau', 'KSH 1,000', 'Fee KSH 50', 'Net KSH 950', 'M-Pesa •••• 0099'])
    await row.getByText(words).first().waitFor()
  expect(await page.content()).not.toContain('712000099')
  await row.getByRole('button', { name: 'Complete' }).click()
  await dialog(page).getByText('The payment provider sends KSH 950 to M-Pesa •••• 0099').waitFor()
  await dialog(page).getByText('The books owe the owner').waitFor()
  await expectAccessible(page)
  await dialog(page).getByLabel('Note').fill('All in order')
  await press(page, 'Complete')
  await completed(page, id)
  await page.waitForURL(`**${requests}`)
  await rowOf(page, id).waitFor({ state: 'detached' })
  await page.goto(`/admin/payouts/${id}`)
  for (const words of ['It has been sent', 'Arrived', 'All in order', 'Withdrawals under way', 'KSH 20'])
    await page.getByText(words).first().waitFor()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Send again|Complete|Decline/ }).count()).toBe(0)
  await expectAccessible(page)
  const lines = await ask(
    house,
    `select act, why from audit_log where noun = 'payout' and subject = $1 and act <> 'seen'`,
    [String(id)],
  )
  expect(lines).toEqual([{ act: 'payout approved', why: 'All in order' }])
  expect(faults).toEqual([])
}, 120_000)

test('at 1280 every column of a request is in sight, however much it is, and its balance check opens over the page', {
  tags: ['night'],
}, async () => {
  const drive = await openDrive(owner.page, `A roof for the nursery and all classrooms of ${randomUUID().slice(0, 6)}`)
  await gift(drive, 300_000, house.url)
  const id = await asksFor(249_999, { drive, to: phones.stays })
  const { page } = await office(requests, { width: 1280 })
  const [edge, button] = await Promise.all([
    page.getByRole('table').locator('..').boundingBox(),
    rowOf(page, id).getByRole('button', { name: 'Decline' }).boundingBox(),
  ])
  expect(button!.x + button!.width).toBeLessThanOrEqual(edge!.x + edge!.width)
  expect(await page.getByRole('table').evaluate((table) => table.scrollWidth <= table.parentElement!.clientWidth)).toBe(
    true,
  )
  await rowOf(page, id).getByRole('button', { name: 'Balance check' }).click()
  const sheet = dialog(page).filter({ hasText: 'The books owe the owner' })
  const box = await sheet.boundingBox()
  expect([box!.x >= 0, box!.x + box!.width <= 1280]).toEqual([true, true])
  expect(await sheet.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'hidden' })
})

test('the person who writes while another administrator decides sees it, keeps what they typed, and is told that they were late', {
  tags: ['night'],
}, async () => {
  const id = await asksFor(805)
  const { page } = await office(`${requests}/${id}/complete`)
  const { page: other } = await newAdministrator({ url: house.url })
  await other.goto(`${requests}/${id}/decline`)
  await scripted(other)
  await dialog(other).getByLabel('Note').fill('The name is another one')
  await press(page, 'Complete')
  await completed(page, id)
  await dialog(other).getByText('It is decided already: Completed').waitFor()
  await expect.poll(() => dialog(other).getByLabel('Note').inputValue()).toBe('The name is another one')
  await press(other, 'Decline')
  await toast(other, 'Failed to update request')
  expect(await statusOf(id)).toBe('completed')
})
