import { expect, test } from 'vitest'
import { decide, office } from './admin.ts'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, mailsTo, scripted, visitor } from './visitor.ts'

// What administrators see of people and decide about them.

const list = '/admin/system-users'
const found = (email: string) => `${list}?search=${encodeURIComponent(email)}`

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

test('a role is given, and the person’s open pages know it; nobody decides about themselves', {
  tags: ['night'],
}, async () => {
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
})
