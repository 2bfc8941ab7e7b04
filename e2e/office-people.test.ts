import { expect, test } from 'vitest'
import { openDrive, ownPage } from './drive.ts'
import { decide, office } from './office.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted, signUp, somePerson, visitor } from './visitor.ts'

// What administrators see of people and decide about them.

const list = '/admin/system-users'
const found = (email: string) => `${list}?search=${encodeURIComponent(email)}`

test('people are found, sorted and taken along; a name leads to the person [T167]', async () => {
  const { who } = await signedIn({ javaScript: false })
  const { page, faults } = await office(list)
  const rows = page.getByRole('table', { name: 'System Users' }).getByRole('row')
  await page.getByLabel('Search').fill(who.username)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**search=**')
  await expect.poll(() => rows.count()).toBe(2)
  const row = await rows.nth(1).textContent()
  for (const words of [who.fullName, who.email, 'User', 'Yes']) expect(row).toContain(words)
  await page.getByText('1 person').waitFor()
  await page.getByLabel('Verified').selectOption('Not verified')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: 'No such people' }).waitFor()
  await page.getByRole('link', { name: 'Show everyone' }).click()
  await page.getByRole('link', { name: 'Last seen' }).click()
  await page.waitForURL('**sort=seen**')
  await page.goto(found(who.email))
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const written = await (await page.request.get(file!)).text()
  expect(written.split('\r\n')).toHaveLength(3)
  expect(written).toContain(who.email)
  await page.getByRole('link', { name: who.fullName }).click()
  await page.getByRole('heading', { level: 1, name: who.fullName }).waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('the person who is suspended is out at once, reads why nobody lets them in, and comes back when they are restored', async () => {
  const owner = await signedIn()
  const { who } = owner
  const slug = await openDrive(owner.page)
  await owner.page.goto('/dashboard')
  await scripted(owner.page)
  const guest = await visitor()
  await guest.page.goto(`/fundraiser/${slug}`)
  await scripted(guest.page)
  const { page, faults } = await office(found(who.email))
  await page.getByRole('link', { name: who.fullName }).click()
  await page.getByRole('table', { name: 'Sessions' }).waitFor()
  await page.getByRole('link', { name: 'Suspend', exact: true }).click()
  // Without a reason nothing happens.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('Please give a reason: it is saved with your decision.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Three people have reported this')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Person suspended').first().waitFor()
  await page.getByText(/^Suspended since/).waitFor()
  await page.getByRole('table', { name: 'Audit Log' }).getByText('Suspended a person').waitFor()
  await page.getByText('Not signed in anywhere').waitFor()
  // Their own page, and the page of a visitor, know it without being loaded again.
  await owner.page.waitForURL('**/auth**')
  await guest.page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
  await owner.page.goto('/auth')
  await owner.page.getByLabel('Email').fill(who.email)
  await owner.page.getByLabel('Password', { exact: true }).fill(who.password)
  await owner.page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await owner.page.getByText('This account is suspended').first().waitFor()
  await owner.page
    .getByText(/Please write to .+\/about\/help if you think that this is a mistake/)
    .first()
    .waitFor()
  await mailsTo(who.email, /Your account is suspended/)
  await decide(page, { open: 'Restore', why: 'It was somebody else' })
  await page.getByText('Person restored').first().waitFor()
  await mailsTo(who.email, /Your account is open again/)
  await owner.page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await owner.page.waitForURL('**/dashboard')
  expect((await guest.page.goto(`/fundraiser/${slug}`))!.status()).toBe(200)
  expect(faults).toEqual([])
}, 120_000)

test('a role is given, and the person’s open pages know it; nobody decides about themselves', async () => {
  const owner = await signedIn()
  const { page } = await office(found(owner.who.email))
  await page.getByRole('link', { name: owner.who.fullName }).click()
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Admin').check()
  await dialog.getByLabel('Reason').fill('She takes over the evenings')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('Role changed').first().waitFor()
  await page.getByText('Role: User → Admin').waitFor()
  await mailsTo(owner.who.email, /Your role at Harambee has changed/)
  // She is an administrator now, and is told that she can't decide about herself.
  await owner.page.goto(page.url())
  await owner.page.getByText('This is you').waitFor()
  await scripted(owner.page)
  await expect.poll(() => owner.page.getByRole('link', { name: 'Suspend', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Change role' }).click()
  await dialog.getByLabel('User', { exact: true }).check()
  await dialog.getByLabel('Reason').fill('The evenings are over')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('Role: Admin → User').waitFor()
  await owner.page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
}, 120_000)

test('two administrators restore at once: the second is told, and sees how it stands', async () => {
  const { who } = await signedIn({ javaScript: false })
  const one = await office(found(who.email))
  await one.page.getByRole('link', { name: who.fullName }).click()
  await decide(one.page, { open: 'Suspend', why: 'To be looked at' })
  await one.page.getByText(/^Suspended since/).waitFor()
  const path = new URL(one.page.url()).pathname
  const two = await ownPage(one, `${path}/restore`)
  await scripted(two)
  await two.getByLabel('Reason').fill('Seen')
  await decide(one.page, { open: 'Restore', why: 'Seen' })
  await one.page.getByText('Person restored').first().waitFor()
  await two.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await two.getByRole('dialog').getByText('Another administrator has just decided about this person').waitFor()
}, 120_000)

test('sessions are ended and the confirming mail is sent again, without a script, too', async () => {
  const owner = await signedIn()
  const { page } = await office(found(owner.who.email), { javaScript: false })
  await page.getByRole('link', { name: owner.who.fullName }).click()
  await decide(page, { open: 'End sessions', why: 'She lost her phone' })
  await page.getByText('Sessions ended').waitFor()
  await page.getByText('Not signed in anywhere').waitFor()
  await owner.page.waitForURL('**/auth**')
  const stranger = await visitor()
  const unsure = somePerson('Otieno Unsure')
  await signUp(stranger.page, unsure)
  await page.goto(found(unsure.email))
  await page.getByRole('link', { name: unsure.fullName }).click()
  const before = (await mailsTo(unsure.email)).length
  await page.getByRole('button', { name: 'Resend verification' }).click()
  await page.getByText('Verification email sent').waitFor()
  await expect.poll(async () => (await mailsTo(unsure.email)).length).toBe(before + 1)
}, 120_000)

test('all of it can be read by everybody: light and dark, wide and narrow, in both languages', async () => {
  const { who } = await signedIn({ javaScript: false })
  const { page: wide } = await office(found(who.email))
  await wide.getByRole('link', { name: who.fullName }).click()
  await wide.getByRole('heading', { level: 1, name: who.fullName }).waitFor()
  const person = new URL(wide.url()).pathname
  for (const wishes of [{ theme: 'dark' }, { width: 360, language: 'sw' }] as const) {
    const { page, context } = await visitor(wishes)
    await context.addCookies(await wide.context().cookies())
    for (const path of [list, person, `${person}/suspend`, `${person}/role`]) {
      await page.goto(path)
      await page.waitForLoadState('load')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  }
}, 240_000)
