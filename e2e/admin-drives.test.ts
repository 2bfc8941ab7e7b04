import { expect, test } from 'vitest'
import { decide, office } from './admin.ts'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, mailsTo, scripted, visitor } from './visitor.ts'

// What administrators see of fund drives and decide about them, and how their owners learn it.

const list = '/admin/fund-drives'
const at = (slug: string) => `${list}/${slug}`

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
