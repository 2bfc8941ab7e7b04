import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { beSignedIn, signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// What the platform earns and what was given, as administrators see it: a drive's figures are what was given to it.

const admin = { email: 'admin@harambee.test', password: 'harambee' }

async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}) {
  const one = await visitor(wishes)
  await beSignedIn(one.page, admin)
  await one.page.goto(path)
  if (wishes.javaScript !== false) await scripted(one.page)
  return one
}
/** A drive of a name that nobody else has, to which these were given. */
async function given(...shillings: number[]) {
  const name = `Borehole ${randomUUID().slice(0, 8)}`
  const { page } = await signedIn()
  const slug = await openDrive(page, name)
  for (const one of shillings) await gift(slug, one)
  return { name, slug }
}
const tile = async (page: Page, label: string, value: string) =>
  page.locator('dl').filter({ hasText: label }).getByText(value, { exact: true }).first().waitFor()
const csv = async (page: Page) => {
  const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const answer = await page.request.get(href!)
  expect(answer.headers()['content-type']).toContain('text/csv')
  return (await answer.text()).trim().split('\r\n')
}

test('Revenue Sales is five percent of what was given, by day and by drive, and the file says the same [T269]', async () => {
  const { name } = await given(1000, 500)
  const { page, faults } = await office('/admin/revenue-sales')
  await page.getByRole('heading', { level: 1, name: 'Revenue Sales' }).waitFor()
  await page.getByLabel('Fund drive').fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/search=/)
  await tile(page, 'Revenue Sales', 'KSH 75')
  await tile(page, 'Accrued', 'KSH 75')
  await tile(page, 'Collected at withdrawal', 'KSH 0')
  await tile(page, 'Still to be collected', 'KSH 75')
  const table = page.getByRole('table', { name: 'Revenue Sales' })
  await expect.poll(() => table.getByRole('row').nth(1).textContent()).toMatch(/2[\s\S]*KSH\s75/)
  await page.getByRole('region', { name: 'Totals' }).getByText('KSH 75').first().waitFor()
  await page.getByRole('img', { name: /Accrued: KSH\s75 in all/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Fund drive', exact: true }).click()
  await page.waitForURL(/by=drive/)
  await table.getByRole('row').filter({ hasText: name }).getByText('KSH 75').first().waitFor()
  expect(await csv(page)).toEqual([expect.stringContaining('Accrued (KSH)'), `${name},2,75,0,75,0,0`])
  // It goes on keeping what was asked for when it is cut otherwise, and when it is sorted.
  await table.getByRole('link', { name: 'Accrued' }).click()
  await page.waitForURL(/sort=fee/)
  await table.getByRole('row').filter({ hasText: name }).waitFor()
  for (const by of ['Week', 'Month']) {
    await page.getByRole('link', { name: by, exact: true }).click()
    await tile(page, 'Accrued', 'KSH 75')
  }
  expect(faults).toEqual([])
}, 90_000)

test('Revenue Donations shows gross, fees and net, by channel too', async () => {
  const { name } = await given(2000)
  const { page, faults } = await office(`/admin/revenue-donations?search=${name}&by=channel`)
  await tile(page, 'Gross', 'KSH 2,000')
  await tile(page, 'Provider fees', 'KSH 30')
  await tile(page, 'Net', 'KSH 1,970')
  const table = page.getByRole('table', { name: 'Revenue Donations' })
  await table.getByRole('row').filter({ hasText: 'Mobile' }).getByText('KSH 2,000').waitFor()
  expect((await csv(page))[1]).toBe('Mobile,1,2000,30,0,1970')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Online', exact: true }).click()
  await page.waitForURL(/channel=online/)
  await tile(page, 'Gross', 'KSH 0')
  // A period that lies long ago has nothing of it.
  await page.goto(`/admin/revenue-donations?search=${name}&from=2020-01-01&to=2020-12-31`)
  await tile(page, 'Gross', 'KSH 0')
  await page.getByRole('img', { name: 'Gross: nothing in this period.' }).waitFor()
  expect(faults).toEqual([])
}, 90_000)

test('the figures can be narrowed without a script', async () => {
  const { name } = await given(300)
  const { page } = await office('/admin/revenue-sales', { javaScript: false })
  await page.getByLabel('Fund drive').fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  await tile(page, 'Accrued', 'KSH 15')
}, 90_000)

test.each(['light', 'dark'] as const)(
  'they fit a small phone and everybody can use them, %s',
  async (theme) => {
    const { page } = await office('/admin/revenue-sales?period=all', { theme, width: 360 })
    for (const path of ['revenue-sales?period=all', 'revenue-donations?by=channel']) {
      await page.goto(`/admin/${path}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
  90_000,
)
