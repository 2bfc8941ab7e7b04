import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { type House, openHouse } from './house.ts'
import { ownDigits } from './own-digits.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// Administrators look at donations, give them back, answer disputes and write debts off.

let own: House
beforeAll(async () => {
  own = await openHouse()
})
afterAll(() => own?.stop())

const admin = { email: 'admin@harambee.test', password: 'harambee' }
const owner = { email: 'owner@harambee.test', password: 'harambee' }

async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}) {
  const seen = await visitor({ url: own.url, ...wishes })
  await beSignedIn(seen.page, admin)
  await seen.page.goto(path)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return seen
}

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

/** As if the owner had withdrawn everything: by the product's own deeds, in the browser. */
async function withdrawAll(slug: string, shillings: number) {
  const { page, context } = await visitor({ url: own.url, javaScript: false })
  await beSignedIn(page, owner)
  await page.goto(`/fund-drive/${slug}/payouts/withdraw?amount=${shillings}`)
  const known = page.getByRole('dialog').getByRole('radio', { name: /••••/ }).first()
  if ((await known.count()) > 0) await known.check()
  else {
    await page.getByLabel('Phone Number').fill('0712 345 678')
    await page.getByLabel('Mobile Operator').selectOption('M-Pesa')
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Withdraw|Continue)/ })
    .click()
  await page.getByText('Withdrawal request submitted successfully').waitFor()
  await ask(
    own,
    `update payout_requests set status = 'completed' where fund_drive_id = (select id from fund_drives where slug = $1)`,
    [slug],
  )
  await context.close()
}

const control = async (deed: string, body: Record<string, unknown>) => {
  const answer = await fetch(`${own.url}/sandbox/paystack/__sandbox/${deed}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
}
const rows = (page: Page) => page.getByRole('table', { name: 'Donations' }).locator('tbody').getByRole('row')

test('donations are found by reference, name, mail and amount, and by what became of them [T244]', async () => {
  // An amount of its own, also when the test is run once more.
  const shillings = 100_000 + Number(ownDigits(4))
  const { title, reference, drive } = await given(shillings)
  const { page, faults } = await office('/admin/donations')
  for (const typed of [reference, shillings.toLocaleString('en')]) {
    await page.getByLabel('Search').fill(typed)
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`**/*search=${encodeURIComponent(typed)}*`)
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).getByText(title).waitFor()
  }
  // From any page, whatever is at hand: the gift, and where its money is.
  await page.getByLabel('Find anything').fill(reference)
  await page.getByLabel('Find anything').press('Enter')
  await page.waitForURL('**/admin/search?q=**')
  await rows(page).getByRole('link').first().click()
  await page.getByText('Still with the fund drive').waitFor()
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: 'Open public page' }).waitFor()
  await page.goto(`/admin/donations?search=amina@example.org&drive=${drive}`)
  await page.getByText('Only of').waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.goto(`/admin/donations?search=amina+yus&drive=${drive}`)
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByText('1 donation', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Refunded', exact: true }).click()
  await page.getByText('No such donations').waitFor()
  const csv = await page.request.get(`/admin/donations.csv?search=${reference}`)
  expect(await csv.text()).toContain(`,${shillings},0,Mobile,Paid,${reference},`)
  const looks = await ask(own, `select after from audit_log where act = 'seen' and noun = 'donation' order by id`)
  expect(JSON.stringify(looks)).not.toContain('amina')
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

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

test('a reason that is begun before the dialog is alive is gone on with in the same field', async () => {
  const { id } = await given(900)
  const { page, faults } = await office('/admin/donations')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.js(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/admin/donations/${id}/refund`, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').pressSequentially('Asked ')
  release()
  await page.locator('dialog:modal').waitFor()
  await page.keyboard.type('for')
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Asked for')
  await dialog.getByRole('button', { name: 'Refund KSH 900' }).waitFor()
  expect(faults).toEqual([])
}, 60_000)

test('a refund pressed in two tabs is one refund; the second is told that one is under way', async () => {
  const { id } = await given(800)
  const { page, context } = await office('/admin/donations')
  // Nothing tells the second one beforehand.
  await context.route('**/live?*', (route) => route.abort())
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/admin/donations/${id}/refund`)
    await scripted(tab)
    await tab.getByLabel('Reason').fill('Asked for')
  }
  await page.getByRole('button', { name: 'Refund KSH 800' }).click()
  await page.waitForURL(`**/admin/donations/${id}`)
  await other.getByRole('button', { name: 'Refund KSH 800' }).click()
  await other
    .getByRole('dialog')
    .getByText(/A refund of this payment is under way already|Part of this payment was refunded meanwhile/)
    .waitFor()
}, 120_000)

test('without a script: another amount is looked at first, an old sign-in asks for the password, debt is said', async () => {
  const { id, slug, title } = await given(1000)
  await withdrawAll(slug, 1000)
  const { page } = await office('/admin/donations', { javaScript: false })
  await ask(own, `update sessions set confirmed_at = now() - interval '11 minutes'`)
  await page.goto(`/admin/donations/${id}`)
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  await page.getByText('KSH 1,000 was withdrawn already and becomes a debt').waitFor()
  await page.getByLabel('Amount to refund (KSH)').fill('600')
  await page.getByLabel('Reason').fill('The payer asked')
  await page.getByLabel('Your password').fill(admin.password)
  await page.getByRole('button', { name: /^Refund/ }).click()
  await page.getByText('Please look at what this does, then confirm').waitFor()
  await page.getByText('KSH 600 was withdrawn already and becomes a debt').waitFor()
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('The payer asked')
  await page.getByLabel('Your password').fill('not mine')
  await page.getByRole('button', { name: 'Refund KSH 600' }).click()
  await page.getByText('This is not your password.').waitFor()
  await page.getByLabel('Your password').fill(admin.password)
  await page.getByRole('button', { name: 'Refund KSH 600' }).click()
  await page.getByText('The refund is on its way').waitFor()
  await expect
    .poll(async () => (await ask(own, `select state from reversals where payment_id = $1`, [id]))[0]?.state, {
      timeout: 30_000,
    })
    .toBe('done')
  await page.goto('/admin/disputes')
  await page.getByRole('tab', { name: 'Debts' }).click()
  // When the test is run once more, what was owed the first time may still be owed.
  const debts = page.getByRole('table', { name: 'Debts' }).getByRole('row')
  const owed = debts.filter({ hasText: title })
  await owed.getByText('KSH 600').waitFor()
  await owed.getByRole('link', { name: 'Write off' }).click()
  await page.getByText('It is early to write this off').waitFor()
  await page.getByLabel('Reason').fill('The owner is unreachable')
  await page.getByRole('button', { name: 'Write off KSH 600' }).click()
  await page.getByText('The debt is written off').waitFor()
  await page
    .getByText(/^No fund drive owes anything$|^\d+ fund drives? owes?$/)
    .first()
    .waitFor()
  await expect.poll(() => owed.count()).toBe(0)
}, 120_000)

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

test.each(['light', 'dark'] as const)(
  'on a phone everything fits and can be read, %s',
  async (theme) => {
    const { id, reference } = await given(123_456)
    await control('dispute', { reference })
    const { page } = await office('/admin/donations', { width: 360, theme })
    await expect
      .poll(async () => (await ask(own, 'select id from disputes where payment_id = $1', [id])).length, {
        timeout: 20_000,
      })
      .toBe(1)
    const [dispute] = await ask(own, 'select id from disputes where payment_id = $1', [id])
    for (const path of [
      'donations',
      `donations/${id}`,
      `donations/${id}/refund`,
      'refunds',
      'refunds?search=nobody-at-all',
      'disputes',
      `disputes/${dispute!.id}`,
    ]) {
      await page.goto(`/admin/${path}`)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  },
  150_000,
)
