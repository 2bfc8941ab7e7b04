import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { ownPage, someDrive } from './drive.ts'
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
  await page.getByRole('button', { name: 'Send the prompt' }).click()
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

test('in Swahili and without a script it is the same', async () => {
  const giver = await signedIn({ width: 360, theme: 'dark' })
  await give(giver, '450')
  await ask(own, `update users set language = 'sw' where email = $1`, [giver.who.email])
  await giver.page.goto('/giving')
  await giver.page.getByRole('heading', { name: 'Utoaji wangu' }).waitFor()
  await expectAccessible(giver.page)
  await expectNoSidewaysScroll(giver.page)
  await shot(giver.page, 'swahili')
  const page = await ownPage(giver, '/giving', false)
  await page.getByRole('link', { name: 'Nisahau', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Tumsahau aliyetoa huu?' }).waitFor()
  await page.getByRole('button', { name: 'Nisahau' }).click()
  await page.getByText('Bado hakuna michango').waitFor()
})
