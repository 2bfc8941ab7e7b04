import { expect, test } from 'vitest'
import { ownPage, someDrive } from './drive.ts'
import { give, idOf } from './given.ts'
import { alive, expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// Money that was given, where it is seen: on every open page, in the list, and by the drive's owner.

const night = { tags: ['night'] }

/** Several browsers on a busy machine. */
const patient = { timeout: 20_000 }

test('a gift moves the bar, the count and the list of the person who watches, and costs nobody the place [T63]', async () => {
  const drive = await someDrive()
  const id = await idOf(drive.slug)
  const [reader, looker] = [await visitor({ width: 360, theme: 'dark' }), await visitor()]
  await reader.page.goto(`/fundraiser/${drive.slug}?tab=donations`)
  await looker.page.goto(`/fundraiser/${drive.slug}`)
  const own = await ownPage(drive, `/fund-drive/${drive.slug}/donations`)
  const home = await ownPage(drive, `/fund-drive/${drive.slug}/home`)
  await home.getByText(/^Gifts will show up here the moment they arrive/).waitFor()
  for (const page of [reader.page, looker.page, own, home]) await scripted(page)
  await alive(reader.page.getByText('No donations yet'))
  await give(id, { amount: 500, name: 'Amina <b>Yusuf</b>', message: 'Tuko pamoja' })

  const first = reader.page.getByRole('list', { name: 'Donations' }).getByRole('listitem').first()
  await expect.poll(() => first.textContent(), patient).toMatch(/Amina <b>Yusuf<\/b>KES\s500Tuko pamojaJust now/)
  for (const { page } of [reader, looker]) {
    await page.getByRole('region', { name: 'Progress' }).getByText('KES 500').waitFor()
    await page.getByText('1 donor', { exact: true }).waitFor()
    await page.getByText('Amina <b>Yusuf</b> gave KES 500').waitFor({ state: 'attached' })
  }
  // It joins the river on Home, and is told there to the person who can't see it.
  await home.getByRole('listitem').getByText('Amina <b>Yusuf</b> gave KES 500').waitFor()
  await home.getByRole('status').getByText('Amina <b>Yusuf</b> gave KES 500').waitFor({ state: 'attached' })
  await home.getByRole('region', { name: 'Overview' }).getByText('KES 500').first().waitFor()
  await own.getByRole('row').filter({ hasText: 'giver@example.org' }).getByText('KES 500').waitFor()
  await own
    .getByRole('button', { name: 'Withdraw Funds' })
    .or(own.getByRole('link', { name: 'Withdraw Funds' }))
    .waitFor()

  await give(id, { amount: 20_000_000, name: 'Somebody', anonymous: true })
  await expect.poll(() => first.textContent(), patient).toMatch(/AnonymousKES\s20,000,000/)
  await reader.page.getByText('2 donors', { exact: true }).waitFor()
  await expectNoSidewaysScroll(reader.page)
  await expectAccessible(reader.page)
  expect([...reader.faults, ...looker.faults]).toEqual([])
})

test('a long list is read to its end [T61]', night, async () => {
  const { page, faults } = await visitor()
  await page.goto('/fundraiser/heal-mama-achieng')
  await page.getByRole('link', { name: 'See donations' }).click()
  await page.waitForURL(/tab=donations/)
  const items = page.getByRole('list', { name: 'Donations' }).getByRole('listitem')
  await expect.poll(() => items.count(), patient).toBe(20)
  const scrolls = (list: Element) => [getComputedStyle(list).overflowY, list.scrollHeight > list.clientHeight]
  expect(await page.getByRole('region', { name: 'Donations' }).evaluate(scrolls)).toEqual(['auto', true])
  await alive(items.first())
  await page.route('**/donations.json*', (route) => route.abort())
  await page.getByRole('link', { name: 'Show more donations' }).click()
  await page.getByText('Failed to load donations').first().waitFor()
  await page.unroute('**/donations.json*')
  await page.getByRole('link', { name: 'Show more donations' }).click()
  // At least: other tests give to this drive, too. The oldest gift is the last.
  await expect.poll(() => items.count(), patient).toBeGreaterThanOrEqual(36)
  await expect.poll(() => page.getByRole('link', { name: 'Show more donations' }).count()).toBe(0)
  await expect.poll(() => items.last().textContent()).toContain('Wanjiku Kamau')
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('the owner searches, filters and takes along, and prints a statement that adds up [T105]', night, async () => {
  const drive = await someDrive()
  const id = await idOf(drive.slug)
  await give(id, { amount: 1000, name: 'Wambui', message: 'For the medicine' })
  await give(id, { amount: 250.5, name: 'Otieno', anonymous: true })
  const page = await ownPage(drive, `/fund-drive/${drive.slug}/donations`)
  await page.getByRole('row').filter({ hasText: 'KES 250.50' }).getByText('Anonymous').waitFor(patient)
  const rows = page.getByRole('table', { name: 'Donations' }).getByRole('row')
  await expect.poll(() => rows.count(), patient).toBe(3)
  await page.getByLabel('Search').fill('medicine')
  await page.getByRole('search', { name: 'Donations' }).getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/search=medicine/)
  await expect.poll(() => rows.count(), patient).toBe(2)
  await page.getByText('KES 1,250.50').last().waitFor()
  const file = await page.request.get((await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href'))!)
  expect(await file.text()).toMatch(
    /^\uFEFF?Donor,[^\n]*\r\nWambui,wambuigiver@example\.org,1000,0,Mobile,For the medicine,[^\n]*\r\n$/,
  )
  await page.getByRole('link', { name: 'Online' }).click()
  await page.getByText('No such donations').waitFor()
  await expectAccessible(page)

  await page.goto(`/fund-drive/${drive.slug}/statement`)
  await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor()
  await page.getByText('Anonymous donation').waitFor()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect
    .poll(() => summary.getByRole('definition').allTextContents())
    .toEqual([
      ...['KES 1,250.50', 'KES 0', 'KES 1,250.50', '− KES 62.53', 'KES 1,187.97'].map((text) =>
        text.replace('KES ', 'KES\u00a0'),
      ),
    ])
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1000 })
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  await page.getByRole('columnheader', { name: 'Balance' }).waitFor()
  await expectNoSidewaysScroll(page)
})
