import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { type House, openHouse } from './house.ts'
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

const control = async (deed: string, body: Record<string, unknown>) => {
  const answer = await fetch(`${own.url}/sandbox/paystack/__sandbox/${deed}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
}

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

test.each(['light', 'dark'] as const)(
  'on a phone everything fits and can be read, %s',
  { tags: ['night'], timeout: 150_000 },
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
)
