import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actEarly } from './acts.ts'
import { office as adminBrowserOf, controlOf } from './admin.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, holdBack, scripted, visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// Administrators give donations back, answer disputes, look after the books, and refund money that nobody can place.

let own: House
beforeAll(async () => {
  own = await openHouse()
})
afterAll(() => own?.stop())

const owner = { email: 'owner@harambee.test', password: 'harambee' }

const office = (path: string, wishes: Parameters<typeof visitor>[0] = {}) =>
  adminBrowserOf(path, { url: own.url, ...wishes })

/** A drive of the example's owner with a gift of so many shillings, and the number of its payment. */
async function given(shillings: number) {
  const { page, context } = await visitor({ url: own.url, javaScript: false })
  await beSignedIn(page, owner)
  const title = `Roof ${randomUUID().slice(0, 8)}`
  const slug = await openDrive(page, title)
  await gift(slug, shillings, own.url)
  const [payment] = await ask(
    own,
    `select p.id, p.reference, p.fund_drive_id as drive from payments p join fund_drives d on d.id = p.fund_drive_id
      where d.slug = $1`,
    [slug],
  )
  await context.close()
  return { title, slug, ...(payment as { id: string; reference: string; drive: string }) }
}

const control = controlOf('paystack', () => own.url)
const row = (page: Page, table: string, words: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: words })
const logged = (noun: string, subject: number | string) =>
  ask(own, `select act, why from audit_log where noun = $1 and subject = $2 order by id`, [noun, String(subject)])

test('a donation is refunded: its effect is seen first, and the page follows it until it is processed', async () => {
  const { id, reference } = await given(2000)
  const { page, faults } = await office('/admin/donations')
  await page.goto(`/admin/donations/${id}`)
  await scripted(page)
  await page.getByText(reference).waitFor()
  await page.getByText('The provider told us: charge.success').waitFor()
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the donation' })
  const effect = dialog.getByRole('region', { name: 'What this does' })
  await effect.getByText('KSH 100', { exact: true }).waitFor()
  await dialog.getByLabel('Amount to refund (KSH)').fill('500')
  await effect.getByText('KSH 1,500', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Refund KSH 500' }).click()
  await dialog.getByText('Please give a reason').waitFor()
  await dialog.getByLabel('Reason').fill('Given to the wrong drive')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Refund KSH 500' }).dblclick()
  await page.waitForURL(`**/admin/donations/${id}`)
  await page.getByText('KSH 1,500 of it can be refunded.').waitFor({ timeout: 30_000 })
  await page.getByText('Processed', { exact: true }).waitFor()
  const [{ count }] = (await ask(own, 'select count(*)::int as count from reversals where payment_id = $1', [id])) as [
    { count: number },
  ]
  expect(count).toBe(1)
  await page.getByText('KSH 500 was refunded to the donor').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

test('a reason that is begun before the dialog is alive is gone on with in the same field', {
  tags: ['night'],
}, async () => {
  const { id } = await given(900)
  const { page, faults } = await office('/admin/donations')
  actEarly(page.context())
  const release = await holdBack(page, /\.js(\?|$)/)
  await page.goto(`/admin/donations/${id}/refund`, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').pressSequentially('Asked ')
  release()
  await page.locator('dialog:modal').waitFor()
  await page.keyboard.type('for')
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Asked for')
  await dialog.getByRole('button', { name: 'Refund KSH 900' }).waitFor()
  expect(faults).toEqual([])
})

test('a dispute is accepted, another declined; the clock is seen, and what a loss did', async () => {
  const [one, two] = [await given(700), await given(900)]
  await control('dispute', { reference: one.reference, amount: 30_000 })
  await control('dispute', { reference: two.reference })
  const { page, faults } = await office('/admin/disputes')
  const line = (title: string) =>
    page.getByRole('table', { name: 'Disputes' }).getByRole('row').filter({ hasText: title })
  await line(one.title).waitFor({ timeout: 30_000 })
  await line(two.title).waitFor({ timeout: 30_000 })
  await line(one.title)
    .getByText(/hours? left/)
    .waitFor()
  await expectAccessible(page)
  await line(one.title).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Dispute of KSH 300', level: 1 }).waitFor()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Accept' }).check()
  await page.getByLabel('Amount to refund (KSH)').fill('200')
  await page.getByRole('button', { name: 'Send our answer' }).click()
  await page.getByText('Please write why it is accepted').waitFor()
  await page.getByLabel('Evidence or reason').fill('It was charged twice')
  await page.getByRole('button', { name: 'Send our answer' }).click()
  await page.getByText('Lost: KSH 200 was refunded to the payer').waitFor()
  await page.goto('/admin/disputes')
  await line(two.title).getByRole('link').first().click()
  await page.getByRole('radio', { name: 'Decline' }).check()
  await expect.poll(() => page.getByLabel('Amount to refund (KSH)').isVisible()).toBe(false)
  await page.getByLabel('Evidence or reason').fill('A receipt was sent to the payer at once')
  await page.getByRole('button', { name: 'Send our answer' }).click()
  await page.getByText('Won: nothing is refunded').first().waitFor()
  await page.goto(`/admin/donations/${one.id}`)
  await page.getByText('The payer’s bank took KSH 200 back').waitFor()
  expect(faults).toEqual([])
}, 120_000)

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
    own,
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
