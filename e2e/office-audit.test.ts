import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '#test/codes.ts'
import { type House, openHouse } from './house.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// What an administrator sees of other people's drives, what the log tells of it, and two factors as a duty.

const admin = { email: 'admin@harambee.test', password: 'harambee' }
const drive = '/fund-drive/heal-mama-achieng'

let own: House
beforeAll(async () => {
  own = await openHouse()
})
afterAll(() => own?.stop())

async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}) {
  const seen = await visitor({ url: own.url, ...wishes })
  await beSignedIn(seen.page, admin)
  await seen.page.goto(path)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return seen
}
const lines = (page: Page) => page.getByRole('table', { name: 'Audit Log' }).getByRole('row')
const bar = 'You see this fund drive as an administrator. Nothing can be changed here.'

test('a look at an owner’s page is in the log, with who, what and where; the log says that it was read [T292]', async () => {
  // A word of its own, also when the test is run once more.
  const word = `amina ${randomUUID().slice(0, 8)}`
  const { page, faults } = await office(`${drive}/donations?search=${encodeURIComponent(word)}`)
  await page.getByText(bar).waitFor()
  // What can only be filled in is in no menu of those who look.
  await page.getByRole('link', { name: 'The group' }).click()
  await page.getByRole('heading', { level: 2, name: 'Pledges' }).waitFor()
  await expect
    .poll(async () => [
      await page.getByRole('link', { name: 'Recorded gifts' }).count(),
      await page.getByRole('link', { name: 'Paste a list' }).count(),
    ])
    .toEqual([1, 0])
  await page.goto('/admin/audit?looks=on')
  await scripted(page)
  const look = lines(page).filter({ hasText: 'Page: donations' }).filter({ hasText: word })
  await expect.poll(() => look.count()).toBe(1)
  for (const words of ['Otieno Odhiambo', admin.email, 'Viewed', 'Heal Mama Achieng', `Searched for: ${word}`])
    await expect.poll(() => look.textContent()).toContain(words)
  await expect
    .poll(() => look.getByRole('link', { name: 'Heal Mama Achieng' }).getAttribute('href'))
    .toBe('/admin/fund-drives/heal-mama-achieng')
  await page.goto('/admin/audit?looks=on')
  await lines(page).filter({ hasText: 'Viewed' }).filter({ hasText: 'Audit Log' }).first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

test('the log is narrowed by who, what, about what and when; the address holds it, and the file is what is shown [T374]', async () => {
  const { page } = await office('/admin/audit')
  const search = page.getByRole('search', { name: 'Audit Log' })
  await search.getByLabel('Who').selectOption({ label: 'The command line or a setting' })
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**by=nobody**')
  await expect.poll(() => lines(page).filter({ hasText: 'Changed a role' }).count()).toBe(1)
  await expect.poll(() => lines(page).filter({ hasText: 'Viewed' }).count()).toBe(0)
  const row = lines(page).filter({ hasText: 'Changed a role' })
  await expect.poll(() => row.textContent()).toContain('Role: User → Admin')
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const written = await (await page.request.get(file!)).text()
  expect(written).toContain('Changed a role')
  expect(written).not.toContain('Viewed')
  await search.getByLabel('What was done').selectOption({ label: 'Exported' })
  await search.getByLabel('Who').selectOption('')
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**act=exported**')
  await lines(page).filter({ hasText: 'Exported' }).first().waitFor()
  await search.getByLabel('To', { exact: true }).fill('2020-01-01')
  await search.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: 'No such lines' }).waitFor()
  await page.getByRole('link', { name: 'Show the whole log' }).click()
  // The sidebar is no part of what the page is about: 'Skip to content' skips it, and a way is in it once.
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: 'Fund Drives', exact: true }).count())
    .toBe(0)
  await lines(page).filter({ hasText: 'Changed a role' }).waitFor()
}, 120_000)

test('an owner’s pages can be read, and nothing on them can be pressed [T291]', async () => {
  const { page, faults } = await office(`${drive}/home`)
  for (const [path, there, gone] of [
    ['home', 'Download QR Code', 'Withdraw Funds'],
    ['info', 'Save Settings', 'Withdraw Funds'],
    ['description', '', 'Edit Description'],
    ['images', '', 'Upload Image'],
    ['video', '', 'Add Video'],
    ['comments', '', 'Hide'],
    ['rsvps', '', 'Confirm'],
    ['settings', 'Save Settings', 'Delete fund drive'],
  ] as const) {
    await page.goto(`${drive}/${path}`)
    await scripted(page)
    await page.getByText(bar).waitFor()
    const named = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
    await expect.poll(async () => [path, await named(gone).count()]).toEqual([path, 0])
    if (there === 'Save Settings') expect([path, await named(there).isDisabled()]).toEqual([path, true])
    else if (there) await named(there).waitFor()
    await expectAccessible(page)
  }
  await page.goto(`${drive}/payouts`)
  await page.getByText(bar).waitFor()
  await expect.poll(() => page.getByText(/•••• \d{4}/).count()).toBeGreaterThan(0)
  await expect.poll(() => page.getByText(/7\d{2} ?\d{3} ?\d{3}/).count()).toBe(0)
  expect(faults).toEqual([])
}, 120_000)

test('the person who sends a form all the same is told that nothing can be changed, and nothing is [T294]', async () => {
  const { page } = await office(`${drive}/settings`, { expectFaults: /./ })
  const { status, words } = await page.evaluate(async (path) => {
    const body = new URLSearchParams({ status: 'paused' })
    const answer = await fetch(`${path}/settings/status`, { method: 'POST', body })
    return { status: answer.status, words: await answer.text() }
  }, drive)
  expect([status, words]).toEqual([403, expect.stringContaining('Nothing can be changed here')])
  await page.goto(`${drive}/payouts/withdraw`)
  await page.getByRole('heading', { name: 'Nothing can be changed here' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`**${drive}/home`)
  const { page: guest } = await visitor({ url: own.url })
  expect((await guest.goto('/fundraiser/heal-mama-achieng'))!.status()).toBe(200)
}, 120_000)

test('all of it can be read at 360 px, without a script, and in Swahili', async () => {
  for (const wishes of [{ width: 360 }, { width: 360, language: 'sw', theme: 'dark' }] as const) {
    const seen = await visitor({ url: own.url, ...wishes })
    await seen.page.goto('/auth')
    await seen.page.locator('input[name=email]').fill(admin.email)
    await seen.page.locator('input[name=password]').fill(admin.password)
    await scripted(seen.page)
    await seen.page.locator('input[name=password]').press('Enter')
    await seen.page.waitForURL('**/dashboard')
    for (const path of ['/admin/audit', `${drive}/info`, `${drive}/payouts`]) {
      await seen.page.goto(path)
      await scripted(seen.page)
      await expectAccessible(seen.page)
      await expectNoSidewaysScroll(seen.page)
    }
  }
  const { page } = await office('/admin/audit?act=seen', { javaScript: false })
  await lines(page).filter({ hasText: 'Viewed' }).first().waitFor()
}, 120_000)

test('where two factors are a duty, the office opens after they are turned on, and they stay on [T348]', async () => {
  const strict = await openHouse({ ADMIN_TWO_FACTOR: '1' })
  try {
    const { page } = await visitor({ url: strict.url })
    await beSignedIn(page, admin)
    await page.goto('/admin/audit?act=seen')
    await page.waitForURL('**/settings?to=**')
    const section = page.getByRole('region', { name: 'Two-factor sign-in' })
    await section.getByText('Administrators sign in with two factors here').waitFor()
    await scripted(page)
    await section.getByLabel('Password', { exact: true }).fill(admin.password)
    await section.getByRole('button', { name: 'Turn on' }).click()
    const secret = (await page.getByTestId('two-factor-secret').textContent())!
    await page.getByLabel('Code from your app').fill(codeOf(secret))
    await page.getByRole('main').locator('form').getByRole('button').last().click()
    await page.getByRole('link', { name: "I've saved them" }).click()
    await page.waitForURL('**/admin/audit?act=seen')
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
    await page.goto('/settings')
    await section.getByText('so it stays on').waitFor()
    await expect.poll(() => section.getByRole('link', { name: 'Turn off' }).count()).toBe(0)
    await page.goto('/settings/two-factor/off')
    await scripted(page)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('so it stays on').first().waitFor()
    await page.goto('/admin/audit')
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
  } finally {
    await strict.stop()
  }
}, 120_000)
