import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { type House, openHouse } from './house.ts'
import { beSignedIn, signedIn } from './session.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type SomePerson,
  scripted,
  type Visitor,
  visitor,
} from './visitor.ts'

// Administrators decide about withdrawals: in a house of its own, where two have to agree above KSH 50,000.

let house: House
let owner: Visitor & { who: SomePerson }
let slug: string
const admin = { email: 'admin@harambee.test', password: 'harambee' }
let second: Visitor & { who: SomePerson }
beforeAll(async () => {
  house = await openHouse({ SECOND_ADMIN_ABOVE: '50000' })
  owner = await signedIn({ url: house.url })
  slug = await openDrive(owner.page, `Roof ${randomUUID().slice(0, 6)}`)
  await gift(slug, 200_000, house.url)
  second = await signedIn({ url: house.url })
  const { email } = second.who
  await ask(
    house,
    `insert into user_roles (user_id, role, granted_by) select id, 'admin', 'command' from users where email = $1`,
    [email],
  )
}, 180_000)
afterAll(async () => void (await house.stop()))

const phones = { arrives: '0712 000 099', fails: '0712 000 001', stays: '0712 000 003' }

/** A person asks for so many shillings, as their form does. */
async function asksFor(shillings: number, { to = phones.arrives, from = owner, drive = slug } = {}) {
  await ask(house, 'delete from rate_limits')
  const way = { method: 'mobile_money', mobile_operator: 'M-Pesa', phone_number: to, password: from.who.password }
  const form = { amount: String(shillings), seen: String(shillings * 100), key: randomUUID(), ...way }
  const to_ = `/fund-drive/${drive}/payouts/withdraw`
  const sent = await from.page.request.post(to_, { form, headers: { origin: house.url }, maxRedirects: 0 })
  expect(sent.status()).toBe(303)
  const [row] = await ask(house, 'select max(id) as id from payout_requests')
  return Number(row!.id)
}
const statusOf = async (id: number) =>
  (await ask(house, 'select status from payout_requests where id = $1', [id]))[0]!.status

async function office(path = '/admin/withdrawal-requests', wishes: Parameters<typeof visitor>[0] = {}) {
  const one = await visitor({ url: house.url, ...wishes })
  await ask(house, 'delete from rate_limits')
  await beSignedIn(one.page, admin)
  await one.page.goto(path)
  if (wishes.javaScript !== false) await scripted(one.page)
  return one
}
/** The other administrator's page, in another browser. */
async function secondOffice(path: string) {
  await second.page.goto(path)
  await scripted(second.page)
  return second.page
}
const requests = '/admin/withdrawal-requests'
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
  const id = await asksFor(1000)
  const { page, faults } = await office()
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

test('at 1280 every column of a request is in sight, however much it is, and its balance check opens over the page', async () => {
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
}, 120_000)

test('a request is declined with a note that its owner reads, and without one [T156]', async () => {
  const [noted, plain] = [await asksFor(700), await asksFor(600)]
  const note = `The name is another one ${randomUUID().slice(0, 8)}`
  const { page } = await office()
  await rowOf(page, noted).getByRole('button', { name: 'Decline' }).click()
  await dialog(page).getByLabel('Note').fill(note)
  await press(page, 'Decline')
  await toast(page, 'Request rejected successfully')
  await rowOf(page, plain).getByRole('button', { name: 'Decline' }).click()
  await press(page, 'Decline')
  await expect.poll(() => statusOf(plain)).toBe('rejected')
  await owner.page.goto(`/fund-drive/${slug}/payouts`)
  await owner.page.getByText(`Declined: ${note}`).waitFor()
}, 120_000)

test('the whole number is shown to the person who asks, until they leave, and that they asked is written down', async () => {
  const id = await asksFor(500)
  const { page } = await office()
  await rowOf(page, id).getByRole('button', { name: 'Show number' }).click()
  await rowOf(page, id).getByText('+254712000099').waitFor()
  const shown = `select count(*)::int as n from audit_log where act = 'revealed' and (after->>'payout')::int = $1`
  expect(await ask(house, shown, [id])).toEqual([{ n: 1 }])
  // Something changes meanwhile: it stays.
  await asksFor(520)
  await page.getByText('KSH 520').first().waitFor()
  await rowOf(page, id).getByText('+254712000099').waitFor()
  await page.goto('/admin/payouts')
  await page.goBack()
  await rowOf(page, id).getByRole('button', { name: 'Show number' }).waitFor()
  await expect.poll(() => page.getByText('+254712000099').count()).toBe(0)
}, 120_000)

test('of two administrators with the same dialog open the second is told that it failed, and sees what happened [T264]', async () => {
  const id = await asksFor(800)
  const { page } = await office(`${requests}/${id}/complete`)
  // Nothing tells the other one's page beforehand.
  await second.page.route('**/live?*', (route) => route.abort())
  const other = await secondOffice(`${requests}/${id}/decline`)
  await press(page, 'Complete')
  await completed(page, id)
  await press(other, 'Decline')
  await toast(other, 'Failed to update request')
  await dialog(other).getByText('It is decided already: Completed').waitFor()
  // The toast says it, the dialog says why.
  for (const words of ['Error', 'Failed to update request'])
    await expect.poll(async () => [words, await other.getByText(words, { exact: true }).count()]).toEqual([words, 1])
  await dialog(other).getByText('It has changed since you opened it.').waitFor()
  await expect.poll(() => dialog(other).getByRole('button', { name: 'Decline' }).count()).toBe(0)
  expect(await statusOf(id)).toBe('completed')
  await second.page.unroute('**/live?*')
}, 120_000)

test('the person who writes while another administrator decides sees it, keeps what they typed, and is told that they were late', async () => {
  const id = await asksFor(805)
  const { page } = await office(`${requests}/${id}/complete`)
  const other = await secondOffice(`${requests}/${id}/decline`)
  await dialog(other).getByLabel('Note').fill('The name is another one')
  await press(page, 'Complete')
  await completed(page, id)
  await dialog(other).getByText('It is decided already: Completed').waitFor()
  await expect.poll(() => dialog(other).getByLabel('Note').inputValue()).toBe('The name is another one')
  await press(other, 'Decline')
  await toast(other, 'Failed to update request')
  expect(await statusOf(id)).toBe('completed')
}, 120_000)

test('two tabs of one administrator decide once', async () => {
  const id = await asksFor(810)
  const one = await office()
  const [page, tab] = [one.page, await one.context.newPage()]
  // Neither tab learns of the other one beforehand.
  await one.context.route('**/live?*', (route) => route.abort())
  for (const each of [page, tab]) {
    await each.goto(`${requests}/${id}/complete`)
    await scripted(each)
  }
  await Promise.all([press(page, 'Complete'), press(tab, 'Complete')])
  await expect.poll(() => statusOf(id)).toBe('completed')
  await expect
    .poll(
      async () =>
        (await page.getByText('Failed to update request').count()) +
        (await tab.getByText('Failed to update request').count()),
    )
    .toBeGreaterThan(0)
  const attempts = await ask(house, 'select count(*)::int as n from payout_attempts where payout_id = $1', [id])
  expect(attempts).toEqual([{ n: 1 }])
}, 120_000)

test('a page that is open learns of new requests and of what others decide', async () => {
  const { page } = await office()
  const id = await asksFor(820)
  await rowOf(page, id).waitFor()
  const other = await secondOffice(`${requests}/${id}/decline`)
  await press(other, 'Decline')
  await toast(other, 'Request rejected successfully')
  await rowOf(page, id).waitFor({ state: 'detached' })
}, 120_000)

test('about their own fund drive administrators read why they can’t decide', async () => {
  const own = await openDrive(second.page, `Own ${randomUUID().slice(0, 6)}`)
  await gift(own, 2000, house.url)
  const id = await asksFor(900, { from: second, drive: own })
  const page = await secondOffice(requests)
  const words = 'This is your own fund drive: another administrator has to decide.'
  await rowOf(page, id).getByText(words).last().waitFor()
  expect(
    await rowOf(page, id)
      .getByRole('button', { name: /Complete|Decline/ })
      .count(),
  ).toBe(0)
  await page.goto(`${requests}/${id}/complete`)
  await dialog(page).getByText(words).last().waitFor()
  await expect.poll(() => dialog(page).getByRole('button', { name: 'Complete' }).count()).toBe(0)
  for (const what of ['complete', 'decline']) {
    const form = { note: '', back: requests }
    const sent = await page.request.post(`${requests}/${id}/${what}`, { form, headers: { origin: house.url } })
    expect(sent.status()).toBe(403)
  }
  expect(await statusOf(id)).toBe('processing')
}, 120_000)

test('above what was agreed two administrators complete, and not the same one twice', async () => {
  // On a drive of its own: what a drive asks for within a day is added up.
  const drive = await openDrive(owner.page, `Well ${randomUUID().slice(0, 6)}`)
  await gift(drive, 70_000, house.url)
  const id = await asksFor(60_000, { drive })
  const { page } = await office()
  await rowOf(page, id).getByRole('button', { name: 'Complete' }).click()
  await dialog(page).getByText('Two administrators complete a withdrawal of this size').waitFor()
  await press(page, 'Complete')
  await toast(page, 'Your approval is filed: 1 of 2')
  await page.getByText(/^1 of 2: approved by/).waitFor()
  await expect.poll(() => rowOf(page, id).getByRole('button', { name: 'Complete' }).count()).toBe(0)
  const form = { note: '', back: requests }
  const again = await page.request.post(`${requests}/${id}/complete`, { form, headers: { origin: house.url } })
  expect([again.status(), await again.text()]).toEqual([409, expect.stringContaining('You have approved it already')])
  expect(await statusOf(id)).toBe('processing')
  const other = await secondOffice(requests)
  await other.getByText(/^1 of 2: approved by/).waitFor()
  await rowOf(other, id).getByRole('button', { name: 'Complete' }).click()
  await press(other, 'Complete')
  await completed(other, id)
}, 120_000)

test('without a script requests are completed and declined, and a number is shown', async () => {
  const [id, declined] = [await asksFor(830), await asksFor(840)]
  const { page } = await office(requests, { javaScript: false })
  await rowOf(page, id).getByRole('button', { name: 'Show number' }).click()
  await page.getByText('+254712000099').waitFor()
  await page.goto(requests)
  await rowOf(page, id).getByRole('button', { name: 'Complete' }).click()
  await press(page, 'Complete')
  await completed(page, id)
  await rowOf(page, declined).getByRole('button', { name: 'Decline' }).click()
  await press(page, 'Decline')
  await toast(page, 'Request rejected successfully')
  expect([await statusOf(id), await statusOf(declined)]).toEqual(['completed', 'rejected'])
  await page.goto(`${requests}/${id}/decline`)
  await dialog(page).getByText('It is decided already: Completed').waitFor()
}, 120_000)

test('ten minutes later a decision asks for the password, and a wrong one decides nothing', async () => {
  const id = await asksFor(850)
  const { page } = await office()
  await ask(house, `update sessions set confirmed_at = now() - interval '11 minutes'`)
  // The page was opened before: it learns only now that it has to ask.
  await rowOf(page, id).getByRole('button', { name: 'Complete' }).click()
  await dialog(page).getByLabel('Note').fill('Late')
  if ((await dialog(page).getByLabel('Your password').count()) === 0) await press(page, 'Complete')
  await dialog(page).getByLabel('Your password').fill('not mine')
  await press(page, 'Complete')
  await dialog(page).getByText('This is not your password.').waitFor()
  expect([await statusOf(id), await dialog(page).getByLabel('Note').inputValue()]).toEqual(['processing', 'Late'])
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await press(page, 'Complete')
  await completed(page, id)
}, 120_000)

test('what the provider could not send waits again and is sent again; what is on its way can’t be [T302]', async () => {
  const failing = await asksFor(860, { to: phones.fails })
  const { page } = await office(`/admin/payouts/${failing}/complete`)
  await press(page, 'Complete')
  await toast(page, /It could not be sent|Request approved successfully/)
  await page.waitForURL(`**/admin/payouts/${failing}`)
  await page.getByText('The last attempt has ended.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await dialog(page).getByLabel('I have sent it by hand instead').check()
  await press(page, 'Complete')
  await completed(page, failing)
  const staying = await asksFor(870, { to: phones.stays })
  await page.goto(`/admin/payouts/${staying}/complete`)
  await scripted(page)
  await press(page, 'Complete')
  await toast(page, 'Request approved successfully')
  await page.getByText('It can’t be sent again while an attempt is open').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Send again|Complete|Decline/ }).count()).toBe(0)
  await page.goto(`${requests}?state=approved`)
  await rowOf(page, staying).getByText('Approved', { exact: true }).waitFor()
}, 120_000)

test('all payouts are searched, narrowed, sorted and taken along [T372]', async () => {
  const id = await asksFor(1240)
  const { page } = await office('/admin/payouts')
  await page.getByLabel('Search').fill(owner.who.email)
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**search=**')
  await page.getByRole('link', { name: 'Processing' }).click()
  await page.waitForURL('**state=processing**')
  const row = page.getByRole('row').filter({ hasText: `Payout ${id}` })
  await row.getByText('KSH 1,240').waitFor()
  await page.getByRole('link', { name: 'Amount' }).click()
  await page.waitForURL('**sort=amount**')
  const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await (await page.request.get(href!)).text()
  expect(file).toContain(`${id},Wanjiru Kamau,${owner.who.email}`)
  expect(file).not.toContain('712000099')
  await page.goto('/admin/payouts?search=nobody-at-all')
  await page.getByText('No such payouts').waitFor()
}, 120_000)

test.each(['light', 'dark'] as const)(
  'the pages can be read and used by everybody, on a phone, %s',
  async (theme) => {
    const id = await asksFor(880)
    const { page } = await office(requests, { theme, width: 360 })
    for (const path of [
      requests,
      `${requests}/${id}/complete`,
      '/admin/payouts',
      `/admin/payouts/${id}`,
      `/admin/payouts/${id}/number`,
    ]) {
      await page.goto(path)
      await scripted(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
  120_000,
)
