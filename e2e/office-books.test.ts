import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { controlOf, office as officeOf } from './office.ts'
import { ownDigits } from './own-digits.ts'
import { expectAccessible, scripted, type visitor } from './visitor.ts'

// The books, in a house of its own: what they hold, where they differ, and money that nobody can place.

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 120_000)
afterAll(async () => void (await house.stop()))

async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}) {
  await ask(house, 'delete from rate_limits')
  return officeOf(path, { url: house.url, ...wishes })
}
const control = controlOf('paystack', () => house.url)
/** A person pays at the provider for something that the product never asked for. */
async function strayPayment(cents: number): Promise<number> {
  const reference = `don-stray-${randomUUID()}`.slice(0, 40)
  const begun = await control('begin', { email: 'stray@example.test', amount: cents, reference })
  await control('pay', { reference: begun.reference ?? begun.data?.reference ?? reference, phone: '0710000000' })
  for (let tries = 0; tries < 150; tries++) {
    const [row] = await ask(house, `select id from suspense where amount = $1 and state = 'open'`, [cents])
    if (row) return Number(row.id)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the stray payment was not heard of')
}
const row = (page: Page, table: string, words: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: words })
const logged = (noun: string, subject: number | string) =>
  ask(house, `select act, why from audit_log where noun = $1 and subject = $2 order by id`, [noun, String(subject)])

test('the statement adds up, is compared with the provider, and is looked through when a person asks', async () => {
  const before = (await logged('book', 'paystack')).length
  const { page, faults } = await office('/admin/books')
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await page.getByText('It adds up').waitFor()
  const clearing = await row(page, 'Balances of all accounts', 'Our money at the provider').textContent()
  const [, sum] = /(KSH\s[\d,.]+)/.exec(clearing ?? '')!
  await row(page, 'Movements by month', sum!).first().waitFor()
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText('The provider says', { exact: true }).waitFor()
  const [compared] = await ask(
    house,
    'select theirs::text, ours::text, outcome from balance_checks order by id desc limit 1',
  )
  await page.getByText('Our books said').waitFor()
  expect(['same', 'differs']).toContain(compared!.outcome)
  await page.getByRole('button', { name: 'Run checks now' }).click()
  await page.getByText('All rules hold').waitFor({ timeout: 30_000 })
  await page.goto('/admin/books/settlements')
  await scripted(page)
  await page.getByRole('link', { name: 'Book a settlement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Book the settlement' }).click()
  await dialog.getByText('Please choose the day on which the money moved.').waitFor()
  await dialog.getByLabel('Amount (KSH)').fill('1,000')
  await dialog.getByLabel('Day').fill('2025-11-20')
  await dialog.getByLabel('Reference').fill('BANK-1')
  await dialog.getByLabel('Reason').fill('The weekly payout')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book the settlement' }).click()
  await page.getByText('The settlement is booked').first().waitFor()
  await row(page, 'Settlements', 'BANK-1').getByText('KSH 1,000').waitFor()
  await page.goto('/admin/books')
  await row(page, 'Balances of all accounts', 'Our bank').getByText('KSH 1,000').waitFor()
  await page.getByText('It adds up').waitFor()
  await page.getByRole('link', { name: 'Platform fees' }).click()
  await page.waitForURL(/account=platform_revenue/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Owed to fund drives' }).first().click()
  await page.waitForURL('**/admin/books/owed')
  await row(page, 'Owed to fund drives', 'Heal Mama Achieng').waitFor()
  await expectAccessible(page)
  for (const file of ['movements', 'owed', 'differences', 'settlements', 'unplaced'])
    expect((await page.request.get(`/admin/books/${file}.csv`)).headers()['content-type']).toContain('text/csv')
  expect((await logged('book', 'paystack')).slice(before)).toMatchObject([{ act: 'balance compared' }])
  expect(faults).toEqual([])
}, 120_000)

test('money that nobody can place is refunded through the provider, and its difference says where to look', {
  tags: ['night'],
}, async () => {
  // An amount of its own, also when the test is run once more.
  const shillings = 20_000 + Number(ownDigits(4))
  const amount = `KSH ${shillings.toLocaleString('en')}`
  const id = await strayPayment(shillings * 100)
  const { page, faults } = await office('/admin/books/unplaced')
  await row(page, 'Unplaced money', amount).getByRole('link').click()
  await page.getByText('It names a payment that we don’t know').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Refund ${amount}` }).click()
  await page
    .getByText(/asked the provider to refund it|money was refunded/)
    .first()
    .waitFor()
  await expect
    .poll(async () => (await ask(house, 'select state from suspense where id = $1', [id]))[0]!.state, {
      timeout: 40_000,
    })
    .toBe('closed')
  await page.goto('/admin/books/unplaced?state=closed')
  await row(page, 'Unplaced money', amount).waitFor()
  expect(await logged('suspense', id)).toMatchObject([{ act: 'suspense returned' }])
  await page.goto('/admin/books')
  await page.getByText('It adds up').waitFor()
  expect(faults).toEqual([])
})
