import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { someDrive } from './drive.ts'
import { expectAccessible, expectNoSidewaysScroll, house, scripted, visitor } from './visitor.ts'

const own = { dataDir: inject('dataDir') }
const owner = { email: 'owner@harambee.test', password: 'harambee' }
type Wishes = Partial<{ title: string; views: number; image: string; collects: boolean; story: string }>

/** A drive of the example owner, put straight into the database. Returns its slug. */
async function drawnDrive({ title = 'heal mama achieng', views = 1000, ...wishes }: Wishes = {}) {
  const slug = `drive-${randomUUID().slice(0, 8)}`
  const [row] = await ask(
    own,
    `insert into fund_drives (user_id, slug, title, description, goal_amount, category, image_url, status, collect_donations, end_date)
     select id, $1, $2, $3, 25000000, 'Medical', $4, 'active', $5, '2099-12-31' from users where email = $6 returning id`,
    [slug, title, wishes.story ?? null, wishes.image ?? null, wishes.collects ?? true, owner.email],
  )
  await ask(
    own,
    `insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views, used_views)
     select d.id, d.user_id, p.id, 1000, $2, 1000 - $2::int from fund_drives d, subscription_packages p
     where d.id = $1 and p.name = 'Free'`,
    [row!.id, views],
  )
  return slug
}

test('where the page is locked the way to give is on the first screen of a phone, and Go Back goes back', {
  tags: ['night'],
}, async () => {
  const [open, spent] = [await drawnDrive(), await drawnDrive({ views: 0 })]
  const { page } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${open}`)
  await page.goto(`/fundraiser/${spent}`)
  await expectNoSidewaysScroll(page)
  // Below its browser's bar: the picture comes after it.
  expect((await page.getByRole('link', { name: 'DONATE' }).boundingBox())!.y).toBeLessThan(640)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL(`**/fundraiser/${open}`)
})

test('the page of a drive that is paused meanwhile goes', { tags: ['night'] }, async () => {
  const owner = await someDrive()
  const { page } = await visitor()
  const line = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await page.goto(`/fundraiser/${owner.slug}`)
  await line
  const form = { status: 'paused' }
  await owner.page.request.post(`/fund-drive/${owner.slug}/settings/status`, { form, headers: { origin: house() } })
  await page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
})

test('the share dialog copies the link, says so and takes it back; networks open in a small window [T4]', async () => {
  const slug = await drawnDrive()
  const { page, context, faults } = await visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As a phone has it: its own sheet of ways to share.
  await page.addInitScript(() => {
    navigator.share = async (what) => void document.body.setAttribute('data-shared', what?.url ?? '')
  })
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'SHARE' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this fundraiser' })
  await dialog.waitFor()
  await expectAccessible(page)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  const copied = dialog.getByRole('button', { name: 'Copied!' })
  await copied.waitFor()
  // What shows the words may still be on its way here: it is waited for while little time passes on the page.
  let passed = 0
  const said = async () => {
    await page.clock.runFor(10)
    passed += 10
    return page.getByText('Link copied!').isVisible()
  }
  await expect.poll(said).toBe(true)
  await page.getByText('The fundraiser link has been copied to your clipboard.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house()}/fundraiser/${slug}?via=copy`)
  await page.clock.runFor(1900 - passed)
  await expect.poll(() => copied.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await dialog.getByRole('button', { name: 'Copy Link' }).waitFor()
  await page.clock.resume()
  await expect.poll(() => dialog.getByRole('link').first().textContent()).toBe('Share on WhatsApp')
  await dialog.getByRole('button', { name: 'More…' }).click()
  await page.locator(`body[data-shared*="/fundraiser/${slug}"]`).waitFor()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.evaluate(() => {
    window.open = (...asked) => {
      document.title = JSON.stringify(asked)
      return null
    }
  })
  for (const name of ['Facebook', 'X']) {
    const link = dialog.getByRole('link', { name, exact: true })
    await link.click()
    const [url, , look] = JSON.parse(await page.title()) as string[]
    expect(url).toBe(await link.getAttribute('href'))
    expect(look).toMatch(/width=600,height=400,noopener/)
  }
  await dialog.getByRole('button', { name: 'Instagram' }).click()
  await page.getByText('Please copy the link and share it manually on Instagram.').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`${house()}/fundraiser/${slug}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a browser without a clipboard copies all the same, and one that refuses says so [T255]', {
  tags: ['night'],
}, async () => {
  const slug = await drawnDrive()
  const { page } = await visitor()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'SHARE' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.getByRole('button', { name: 'Copy Link' }).waitFor()
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Failed to copy link to clipboard.' })
  await toast.getByText('Error', { exact: true }).waitFor()
})
