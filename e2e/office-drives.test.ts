import { expect, test } from 'vitest'
import { openDrive, ownPage, post } from './drive.ts'
import { gift } from './gift.ts'
import { decide, office } from './office.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted, visitor } from './visitor.ts'

// What administrators see of fund drives and decide about them, and how their owners learn it.

const list = '/admin/fund-drives'
const at = (slug: string) => `${list}/${slug}`

test('drives are found, sorted and taken along; a title leads to all that is known of one', async () => {
  const owner = await signedIn({ javaScript: false })
  const slug = await openDrive(owner.page, 'Desks for Kibera Primary')
  await gift(slug, 1500)
  const { page, faults } = await office(list)
  const rows = page.getByRole('table', { name: 'Fund Drives' }).getByRole('row')
  await page.getByLabel('Search').fill(owner.who.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**search=**')
  await expect.poll(() => rows.count()).toBe(2)
  const row = (await rows.nth(1).textContent())?.replaceAll('\u00a0', ' ')
  for (const words of ['Desks for Kibera Primary', slug, owner.who.fullName, 'Active', 'KSH 1,500', 'of KSH 1,000'])
    expect(row).toContain(words)
  await page.getByText('KSH 1,500 raised').waitFor()
  await page.getByLabel('Mark').selectOption('Owes money')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: 'No such fund drives' }).waitFor()
  await page.goto(`${list}?search=${slug}`)
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(await (await page.request.get(file!)).text()).toMatch(/Desks for Kibera Primary,.*,1500,1000,1,15,/)
  await scripted(page)
  await page.getByRole('link', { name: 'Raised' }).click()
  await page.waitForURL('**sort=raised**')
  await page.getByRole('link', { name: 'Desks for Kibera Primary' }).click()
  await page.getByRole('heading', { level: 1, name: 'Desks for Kibera Primary' }).waitFor()
  const more = page.getByRole('navigation', { name: 'More about this fund drive' })
  for (const [name, to] of [
    ['Open public page', `/fundraiser/${slug}`],
    ['Statement', `/fund-drive/${slug}/statement`],
  ] as const) {
    expect(await more.getByRole('link', { name }).getAttribute('href')).toBe(to)
    expect((await page.request.get(to)).status()).toBe(200)
  }
  // Of this drive alone, however many there are of others.
  const own = page.url()
  for (const [name, found] of [
    ['Donations', 1],
    ['Payouts', 0],
  ] as const) {
    await page.goto(own)
    await more.getByRole('link', { name }).click()
    await page.getByText('Only of Desks for Kibera Primary').waitFor()
    if (found === 0) await page.getByRole('heading', { name: 'No such payouts' }).waitFor()
    else await expect.poll(() => page.getByRole('table', { name }).getByRole('row').count()).toBe(1 + found)
  }
  await page.getByRole('link', { name: 'All fund drives', exact: true }).click()
  await page.getByText('Only of').waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
}, 90_000)

test('a drive that is paused is found by nobody; its owner reads why, and opens it as little as anybody else', async () => {
  const owner = await signedIn()
  const slug = await openDrive(owner.page)
  await owner.page.goto(`/fund-drive/${slug}/settings`)
  await scripted(owner.page)
  const guest = await visitor()
  await guest.page.goto(`/fundraiser/${slug}`)
  await scripted(guest.page)
  const { page, faults } = await office(at(slug))
  await decide(page, { open: 'Pause', why: 'The hospital does not know of this' })
  await page.getByText('Fund drive paused').first().waitFor()
  await page.getByText(/^Paused by us since/).waitFor()
  await page.getByRole('table', { name: 'Audit Log' }).getByText('The hospital does not know of this').waitFor()
  // Pages that are open know it.
  await guest.page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
  const notice = owner.page.getByText('An administrator has paused this fund drive', { exact: true })
  await notice.waitFor()
  await owner.page.getByText('Reason: The hospital does not know of this').waitFor()
  await owner.page.getByLabel('Active').check()
  await owner.page.getByRole('button', { name: 'Save Settings' }).click()
  await owner.page.getByText('Only an administrator can open it again.').first().waitFor()
  for (const path of ['home', 'info', 'donations', 'payouts']) {
    await owner.page.goto(`/fund-drive/${slug}/${path}`)
    await notice.waitFor()
  }
  await mailsTo(owner.who.email, /Your fund drive was paused/)
  await owner.page.goto(`/fundraiser/${slug}`)
  await owner.page.getByText('Visitors can’t see this page: an administrator has paused it.').waitFor()
  await expectAccessible(owner.page)
  await decide(page, { open: 'Open again', why: 'They have called' })
  await page.getByText('Fund drive opened again').first().waitFor()
  expect((await guest.page.goto(`/fundraiser/${slug}`))!.status()).toBe(200)
  await mailsTo(owner.who.email, /Your fund drive is open again/)
  expect(faults).toEqual([])
}, 90_000)

test('while withdrawals are frozen the owner reads why wherever they withdraw, and a request can only be declined', async () => {
  const owner = await signedIn()
  const slug = await openDrive(owner.page)
  await gift(slug, 3000)
  const payouts = `/fund-drive/${slug}/payouts`
  await owner.page.goto(`${payouts}/withdraw?amount=500`)
  await scripted(owner.page)
  await owner.page.getByLabel('Phone Number').fill('0712 345 678')
  await owner.page.getByLabel('Mobile Operator').selectOption('M-Pesa')
  await owner.page.getByLabel('Password', { exact: true }).fill(owner.who.password)
  await owner.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Withdraw/ })
    .click()
  await owner.page.waitForURL(`**${payouts}`)
  // A form that was open before is refused as well.
  const late = await ownPage(owner, `${payouts}/withdraw?amount=500`, false)
  const { page } = await office(at(slug))
  await decide(page, { open: 'Freeze withdrawals', why: 'We are asking the school' })
  await page.getByText(/^Withdrawals frozen since/).waitFor()
  await owner.page.getByText('Withdrawals are frozen by an administrator').waitFor()
  await owner.page.getByText('Reason: We are asking the school').waitFor()
  await owner.page.getByRole('button', { name: 'Withdraw Funds' }).click()
  await owner.page.getByRole('dialog').getByText('Reason: We are asking the school').waitFor()
  await expectAccessible(owner.page)
  await late
    .getByRole('dialog')
    .getByRole('button', { name: /^(Withdraw|Continue)/ })
    .click()
  await late.getByRole('dialog').getByText('Reason: We are asking the school').waitFor()
  await mailsTo(owner.who.email, /Withdrawals are frozen/)
  await page.goto(`/admin/withdrawal-requests?search=${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The withdrawals of this fund drive are frozen: it can only be declined.').first().waitFor()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('Decline the request, or unfreeze them first.').waitFor()
  await page.getByText('Failed to update request').waitFor()
  await page.goto(at(slug))
  await decide(page, { open: 'Unfreeze withdrawals', why: 'All is well' })
  await page.getByText('Withdrawals unfrozen').first().waitFor()
  await owner.page.goto(`${payouts}/withdraw`)
  await owner.page.getByLabel('Amount (KES)').waitFor()
}, 90_000)

test('free views are given, and the owner’s open page counts them', async () => {
  const owner = await signedIn()
  const slug = await openDrive(owner.page)
  await owner.page.goto(`/fund-drive/${slug}/payouts`)
  await scripted(owner.page)
  const { page } = await office(at(slug), { javaScript: false })
  await page.getByRole('link', { name: 'Give free views' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of views').fill('none')
  await dialog.getByLabel('Reason').fill('They were on the radio')
  await dialog.getByRole('button', { name: 'Give free views' }).click()
  await dialog.getByText('Please write a number from 1 to 100,000.').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('They were on the radio')
  await dialog.getByLabel('Number of views').fill('1,000')
  await dialog.getByRole('button', { name: 'Give free views' }).click()
  await page.getByText('Free views given').waitFor()
  await page.getByText('Views: 15 → 1015').waitFor()
  await owner.page.getByText('1,015 views left').waitFor()
}, 60_000)

test('a comment that looks like spam is decided about with a reason, where its line on the dashboard leads', async () => {
  const owner = await signedIn({ javaScript: false })
  const slug = await openDrive(owner.page, 'Books for Kibera')
  const words = (nr: number) => `The list of books is on www.${slug}-${nr}.or.ke`
  for (const nr of [1, 2])
    await post(`/fundraiser/${slug}/comment`, { name: 'Baraka', content: words(nr) }, `10.79.${nr}.1`)
  const { page, faults } = await office('/admin/comments')
  await page.getByLabel('Search').fill(slug)
  await page.getByRole('button', { name: 'Search' }).click()
  const rows = page.getByRole('table', { name: 'Comments in quarantine' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  const row = (nr: number) => rows.filter({ hasText: words(nr) })
  for (const said of ['Baraka', 'Books for Kibera', 'Contains a link'])
    expect(await row(1).textContent()).toContain(said)
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(await (await page.request.get(file!)).text()).toContain(words(2))
  await row(1).getByRole('link', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this comment' })
  await dialog.getByText(words(1)).waitFor()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('Please give a reason: it is saved with your decision.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('The school’s own page')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => rows.count()).toBe(2)
  const guest = await visitor()
  await guest.page.goto(`/fundraiser/${slug}?tab=comments`)
  await guest.page.getByText(words(1)).waitFor()
  expect(await guest.page.getByText(words(2)).count()).toBe(0)
  // The owner was first with the other one.
  await row(2).getByRole('link', { name: 'Hide' }).click()
  const late = page.getByRole('dialog', { name: 'Hide this comment' })
  await late.getByLabel('Reason').fill('It sells something')
  const own = await ownPage(owner, `/fund-drive/${slug}/comments?state=quarantined`, false)
  await own.getByRole('button', { name: 'Hide' }).click()
  await own.getByText('The comment is hidden now.').first().waitFor()
  await late.getByRole('button', { name: 'Hide' }).click()
  await late.getByText('Another administrator has already decided about this comment.').waitFor()
  await page.keyboard.press('Escape')
  await late.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'No such comments' }).waitFor()
  await page.goto('/admin/audit?act=comment+released')
  await page.getByRole('table', { name: 'Audit Log' }).getByText('The school’s own page').first().waitFor()
  expect(faults).toEqual([])
}, 90_000)

test('all of it can be read by everybody: light and dark, wide and narrow, in both languages, by keyboard', async () => {
  const { page: wide } = await office(`${at('heal-mama-achieng')}`)
  await wide.getByRole('link', { name: 'Pause', exact: true }).focus()
  await wide.keyboard.press('Enter')
  await wide.getByRole('dialog').waitFor()
  await wide.keyboard.press('Escape')
  await wide.getByRole('dialog').waitFor({ state: 'hidden' })
  for (const wishes of [{ theme: 'dark' }, { width: 360, language: 'sw' }] as const) {
    const { page, context } = await visitor(wishes)
    await context.addCookies(await wide.context().cookies())
    const one = at('heal-mama-achieng')
    for (const path of [list, one, `${one}/pause`, `${one}/give-views`, '/admin/comments']) {
      await page.goto(path)
      await page.waitForLoadState('load')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  }
}, 240_000)
