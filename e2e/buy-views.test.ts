import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, house, scripted, visitor } from './visitor.ts'

// An owner buys views: from the card that warns to the credits that come in, in two tabs.

const night = { tags: ['night'] }

const phone = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36'
const left = (page: Page) => page.getByText(/^[\d,]+ views? left$/).first()

/** Pays on the provider's page, with the phone that always works. */
async function payByPhone(page: Page, amount: string) {
  await page.getByText('Sandbox: no real money').waitFor()
  await page.getByLabel('Phone number').fill('0710 000 000')
  await page.getByRole('button', { name: `Pay ${amount}` }).click()
  await page.getByRole('heading', { name: 'Subscription Activated!' }).waitFor({ timeout: 30_000 })
}

/** Uses up the fifteen views of a new drive, each from a network of its own. */
async function useUp(page: Page, slug: string) {
  const { driveId, token } = await toldBy(page, slug)
  for (let nr = 1; nr <= 15; nr++) {
    const answer = await fetch(`${house()}/api/track-view`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.77.${nr}.1`,
        'user-agent': phone,
        'page-token': token,
      },
      body: JSON.stringify({ fund_drive_id: driveId, device_type: 'mobile', location: 'Unknown' }),
    })
    expect(await answer.json()).toEqual({ success: true, view: 'counted' })
  }
}

/** As the public page tells its own script when it is looked at. */
async function toldBy(page: Page, slug: string): Promise<{ driveId: string; token: string }> {
  const other = await visitor()
  const told = other.page.waitForRequest((request) => request.url().endsWith('/api/track-view'))
  await other.page.route('**/api/track-view', (route) => route.abort())
  await other.page.goto(new URL(`/fundraiser/${slug}`, page.url()).href)
  const request = await told
  const { fund_drive_id: driveId } = JSON.parse(request.postData()!) as { fund_drive_id: string }
  return { driveId, token: request.headers()['page-token']! }
}

const press = async (context: BrowserContext, page: Page, name: string) => {
  const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name }).click()])
  return tab
}

test('the owner of a drive that nobody can see any more buys views in another tab, and all who wait see it [T22]', async () => {
  const { page, context, faults } = await signedIn()
  const slug = await openDrive(page)
  await useUp(page, slug)
  const { page: waiting } = await visitor()
  await waiting.goto(`/fundraiser/${slug}`)
  await waiting.getByRole('heading', { name: 'Access Restricted' }).waitFor()
  await scripted(waiting)

  await page.goto('/dashboard')
  await page.getByRole('article').getByText('All views are used up').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Buy Views for Heal Mama Achieng' }).click()
  await page.getByRole('dialog', { name: 'Buy Views' }).waitFor()
  await page.goto(`/fund-drive/${slug}/payouts`)
  await page.getByText('All views are used up', { exact: true }).waitFor()
  await scripted(page)
  await page.getByRole('button', { name: 'Buy Views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy Views' })
  await dialog.getByText('$5 · KES 650').waitFor()
  await expect
    .poll(() => dialog.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Starter', 'Growth', 'Impact'])
  const popular = dialog.getByRole('listitem').filter({ hasText: 'Most Popular' }).first()
  for (const words of ['Growth', '1,000 views', 'Real-time analytics', 'Device tracking', 'Location insights'])
    await expect.poll(() => popular.getByText(words, { exact: true }).count()).toBe(1)

  const tab = await press(context, page, 'Buy 200 views: Starter')
  await page.getByText('Redirected to Payment').first().waitFor()
  await dialog.getByText('Finish paying in the other tab').first().waitFor()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  const again = dialog.getByRole('link', { name: 'Open the payment page again' })
  await expect.poll(() => again.getAttribute('href')).toBe(tab.url())
  await expectAccessible(page)
  await payByPhone(tab, 'KES 650')

  await dialog.getByText('Your views have arrived').waitFor()
  await waiting.getByRole('heading', { level: 1, name: 'Heal Mama Achieng' }).waitFor()
  await tab.reload()
  await tab.getByRole('heading', { name: 'Subscription Activated!' }).waitFor()
  await expectAccessible(tab)
  await dialog.getByRole('link', { name: 'Done' }).click()
  await page.getByText('Package: Starter').waitFor()
  // One of them is the visitor's who had waited.
  await expect.poll(() => left(page).textContent()).toBe('199 views left')
  expect(faults).toEqual([])
})

test('a form that is refused closes the tab it had opened and says why', night, async () => {
  const { page, context } = await signedIn()
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/payouts/buy-views`)
  await scripted(page)
  // The price of yesterday. What is only read (the page is loaded again meanwhile) carries nothing.
  await page.route('**/buy-views.data', (route) =>
    route.continue({ postData: route.request().postData()?.replace('price=65000', 'price=64000') }),
  )
  const tab = await press(context, page, 'Buy 200 views: Starter')
  await page.getByRole('dialog').getByText('The price has changed meanwhile. Please look at it again.').waitFor()
  await expect.poll(() => tab.isClosed()).toBe(true)
})
