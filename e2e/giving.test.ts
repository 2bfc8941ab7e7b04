import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { ownPage, someDrive } from './drive.ts'
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

test('in Swahili and without a script it is the same', { tags: ['night'] }, async () => {
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

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('pledges and gifts that others recorded are there, too: each with the way to it, and all go when one is forgotten', {
  tags: ['night'],
}, async () => {
  const giver = await signedIn({ width: 360 })
  const { page, who, faults } = giver
  const phone = `+25471${ownDigits(7)}`
  await ask(
    own,
    `insert into user_phones (phone, user_id, confirmed_at)
      select $1, id, now() - interval '40 days' from users where email = $2`,
    [phone, who.email],
  )
  const owner = await someDrive('Heal Mama Achieng')
  const base = `/fund-drive/${owner.slug}`
  const send = async (path: string, form: Record<string, string>) => {
    const headers = { origin: new URL(page.url()).origin }
    const answer = await owner.page.request.post(path, {
      form: { key: crypto.randomUUID(), ...form },
      headers,
      maxRedirects: 0,
    })
    expect([path, answer.status() < 400]).toEqual([path, true])
  }
  const cash = { method: 'cash', givenOn: dayFrom(0), name: 'Amina Yusuf', phone }
  await send(`${base}/recorded/add`, { ...cash, amount: '1250' })
  await send(`${base}/recorded/add`, { ...cash, amount: '800', anonymous: 'on' })
  const promised = { name: 'Amina Yusuf', phone: '', email: who.email, dueOn: dayFrom(20) }
  await send(`/fundraiser/${owner.slug}/pledge`, { ...promised, amount: '4000' })
  await page.goto('/giving')
  await scripted(page)
  const pledges = page.getByRole('region', { name: 'Your pledges' })
  await pledges.getByText('KES 4,000 promised, KES 0 given').waitFor()
  const recorded = page.getByRole('region', { name: 'Gifts that others recorded for you' })
  await recorded.getByText('KES 1,250').waitFor()
  await recorded.getByText('Given anonymously').waitFor()
  await expect.poll(() => recorded.getByText('This money did not pass through Harambee.').count()).toBe(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'recorded-and-pledged')
  await pledges.getByRole('link', { name: 'Heal Mama Achieng' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('KES 4,000').first().waitFor()
  await page.goto('/giving')
  await scripted(page)
  // The newest first: the gift without a name is the last that was recorded.
  await recorded.getByRole('link', { name: 'Receipt' }).last().click()
  await page.getByText('KES 1,250').first().waitFor()
  await page.getByText('Amina Yusuf').first().waitFor()
  await page.goto('/giving/forget')
  await scripted(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget me' }).click()
  await page.getByText('No gifts yet').waitFor()
  await expect.poll(() => recorded.count()).toBe(0)
  await expect.poll(() => pledges.count()).toBe(0)
  // What was given stays, and nobody is named.
  const left = await ask(
    own,
    `select r.amount::text, r.name, r.phone from recorded_gifts r join fund_drives d on d.id = r.fund_drive_id
      where d.slug = $1 order by r.id`,
    [owner.slug],
  )
  expect(left).toEqual([
    { amount: '125000', name: '', phone: null },
    { amount: '80000', name: '', phone: null },
  ])
  expect(faults).toEqual([])
})

test('in Swahili, without a script and in the dark pledges and recorded gifts fit a wide screen', {
  tags: ['night'],
}, async () => {
  const { page, who } = await signedIn({ width: 1280, theme: 'dark', javaScript: false })
  const { page: owner, slug } = await someDrive('Heal Mama Achieng')
  const form = {
    name: 'Amina',
    phone: '',
    email: who.email,
    dueOn: dayFrom(9),
    amount: '700',
    key: crypto.randomUUID(),
  }
  await owner.request.post(`/fundraiser/${slug}/pledge`, { form, headers: { origin: new URL(page.url()).origin } })
  await ask(own, `update users set language = 'sw' where email = $1`, [who.email])
  await page.goto('/giving')
  await page.getByRole('region', { name: 'Ahadi zako' }).getByText('KES 700').waitFor()
  await expectNoSidewaysScroll(page)
  await shot(page, 'pledged-swahili')
})
