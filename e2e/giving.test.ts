/** @module-tag night */
import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { someDrive } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, type Visitor } from './visitor.ts'

// The page of a giver: what they gave, its receipt, and how they are forgotten.

const own = { dataDir: inject('dataDir') }

/** A gift of this person, paid by a prompt. */
async function give({ page, who }: Visitor & { who: { email: string } }, amount: string): Promise<void> {
  const { slug } = await someDrive('Heal Mama Achieng')
  await page.goto(`/fundraiser/${slug}/donate`)
  await scripted(page)
  await page.getByLabel('Other', { exact: true }).check()
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('M-Pesa number').fill('0708 374 149')
  await page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 30_000 })
  const gave =
    'payment_id in (select p.id from payments p join fund_drives d on d.id = p.fund_drive_id where d.slug = $2)'
  await ask(own, `update donations set donor_email = $1 where ${gave}`, [who.email, slug])
  await ask(own, `update payments set donor_email = $1 where ${gave.replace('payment_id', 'id')}`, [who.email, slug])
}

test('a giver finds their gifts and a receipt, and is forgotten in one of them, then in all', async () => {
  const giver = await signedIn({ width: 360 })
  const { page, faults } = giver
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'See what you gave and promised' }).click()
  await page.getByRole('heading', { name: 'My giving' }).waitFor()
  await page.getByText('No gifts yet').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'empty')
  await give(giver, '300')
  await give(giver, '700')
  await page.goto('/dashboard')
  await scripted(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'My giving' }).click()
  await page.getByText('KES 700').waitFor()
  await page.getByText('KES 300').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'gifts')
  await page.getByRole('link', { name: 'Receipt' }).first().click()
  await page.waitForURL(/\/receipt\/[0-9a-f-]{36}$/)
  await page.getByText('700').first().waitFor()
  await page.goto('/giving')
  await scripted(page)
  await page.getByRole('link', { name: 'Forget me', exact: true }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Forget who gave this?' })
  await dialog.waitFor()
  await expectAccessible(page)
  await shot(page, 'forget')
  await dialog.getByRole('button', { name: 'Forget me' }).click()
  await page.getByText('You are forgotten there').first().waitFor()
  await expect.poll(() => page.getByText('KES 700').count()).toBe(0)
  await page.getByText('KES 300').waitFor()
  await page.getByRole('link', { name: 'Forget me everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget me' }).click()
  await page.getByText('No gifts yet').waitFor()
  expect(faults).toEqual([])
})

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('pledges and gifts that others recorded fit narrow and wide screens, in both languages and themes', async () => {
  const { page, who, faults } = await signedIn({ width: 360 })
  const phone = `+25471${ownDigits(7)}`
  await ask(
    own,
    `insert into user_phones (phone, user_id, confirmed_at)
      select $1, id, now() - interval '40 days' from users where email = $2`,
    [phone, who.email],
  )
  const owner = await someDrive('Heal Mama Achieng')
  const send = async (path: string, form: Record<string, string>) => {
    const headers = { origin: new URL(page.url()).origin }
    const sent = { key: crypto.randomUUID(), name: 'Amina Yusuf', ...form }
    const answer = await owner.page.request.post(path, { form: sent, headers, maxRedirects: 0 })
    expect([path, answer.status() < 400]).toEqual([path, true])
  }
  const cash = { method: 'cash', givenOn: dayFrom(0), phone }
  await send(`/fund-drive/${owner.slug}/recorded/add`, { ...cash, amount: '1250' })
  await send(`/fund-drive/${owner.slug}/recorded/add`, { ...cash, amount: '800', anonymous: 'on' })
  const promised = { phone: '', email: who.email, dueOn: dayFrom(20), amount: '4000' }
  await send(`/fundraiser/${owner.slug}/pledge`, promised)
  await page.goto('/giving')
  await page.getByText('KES 1,250').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'recorded-and-pledged')
  await ask(own, `update users set language = 'sw' where email = $1`, [who.email])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/giving')
  await page.getByRole('region', { name: 'Ahadi zako' }).getByText('KES 4,000').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoSidewaysScroll(page)
  await shot(page, 'pledged-swahili')
  expect(faults).toEqual([])
})
