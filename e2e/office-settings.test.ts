import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// An administrator's first page, the jobs that failed, and the Settings page of the platform.

// What is chosen here holds for everybody: other tests have a product of their own.
let own: House
beforeAll(async () => {
  own = await openHouse()
})
afterAll(() => own?.stop())

const admin = { email: 'admin@harambee.test', password: 'harambee' }

async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}) {
  const seen = await visitor({ url: own.url, ...wishes })
  await beSignedIn(seen.page, admin)
  await seen.page.goto(path)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return seen
}
const change = (page: Page, label: string) => page.getByText(`Change ${label}`)
const row = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, exact: true }) })

test('seven cards lead to seven pages, and what waits leads to where it is dealt with [T16]', async () => {
  const { page, faults } = await office('/admin')
  const main = page.getByRole('main')
  for (const [card, path] of [
    ['Revenue Sales', 'revenue-sales'],
    ['Revenue Donations', 'revenue-donations'],
    ['System Users', 'system-users'],
    ['Fund Drives', 'fund-drives'],
    ['Donations', 'donations'],
    ['Withdrawal Requests', 'withdrawal-requests'],
    ['Payouts', 'payouts'],
  ])
    await expect
      .poll(() => main.locator('dl').getByRole('link', { name: card!, exact: true }).getAttribute('href'))
      .toBe(`/admin/${path}`)
  const waits = page.getByRole('list', { name: 'Needs attention' })
  await waits.getByRole('link', { name: 'Heal Mama Achieng' }).first().waitFor()
  await page
    .getByRole('navigation', { name: 'Needs attention' })
    .getByRole('link', { name: /Comments in quarantine/ })
    .click()
  await page.waitForURL('**?kind=comment')
  await expect.poll(() => waits.getByText('Withdrawal Requests').count()).toBe(0)
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

/** A job that was tried as often as it may be; nobody gave this gift, so once it is tried again it is done. */
async function failedJob(error: string) {
  const [job] = await ask(
    own,
    `select id from graphile_worker.add_job('mail-receipt', '{"donationId": 999999}'::json, run_at => now() + interval '1 day')`,
  )
  await ask(
    own,
    'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2, run_at = now() where id = $1',
    [job!.id, error],
  )
}

test('a failed job is found, tried again or dropped, each with a reason; then there is none', async () => {
  await ask(own, 'delete from graphile_worker._private_jobs where attempts >= max_attempts')
  await failedJob('no mail server at ten')
  await failedJob('the letterbox is full')
  const { page, faults } = await office('/admin/jobs')
  const jobs = page.getByRole('table', { name: 'Failed jobs' })
  const job = (error: string) => jobs.getByRole('row').filter({ hasText: error })
  await page.getByText('2 failed jobs').waitFor()
  await job('no mail server at ten').getByText('Resolve').click()
  await expectAccessible(page)
  await job('no mail server at ten').getByLabel('Reason').fill('The server is back')
  await job('no mail server at ten').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The job is tried again').waitFor()
  await page.getByText('1 failed job', { exact: true }).waitFor()
  await page.getByRole('search', { name: 'Failed jobs' }).getByLabel('Search').fill('nothing like it')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('No such jobs').waitFor()
  await page.getByRole('link', { name: 'Show all failed jobs' }).click()
  await job('the letterbox is full').getByText('Resolve').click()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await job('the letterbox is full').getByLabel('Reason').fill('Nobody needs it')
  await job('the letterbox is full').getByRole('button', { name: 'Drop this job' }).click()
  await page.getByText('The job was dropped').waitFor()
  await page.getByText('No failed jobs').waitFor()
  await expectAccessible(page)
  expect(await ask(own, `select act, why from audit_log where noun = 'job' order by id desc limit 2`)).toEqual([
    { act: 'job dropped', why: 'Nobody needs it' },
    { act: 'job tried again', why: 'The server is back' },
  ])
  expect(faults).toEqual([])
}, 120_000)

test('a setting is changed with a reason, holds at once, and goes back to its default [T335]', async () => {
  const { page, faults } = await office('/admin/settings')
  const label = 'African countries, on the landing page'
  // A number of its own, also when the test is run once more.
  const countries = `${randomInt(16, 50)}+`
  await change(page, label).click()
  const line = row(page, label)
  await line.getByLabel(label).fill('<b>')
  await line.getByLabel('Reason').fill('The year 2026 is counted')
  await line.getByRole('button', { name: 'Save' }).click()
  await line.getByText('This value is not possible here.').waitFor()
  await line.getByLabel(label).fill(countries)
  await line.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Setting saved').first().waitFor()
  await line.getByText('Chosen').waitFor()
  const { page: guest } = await visitor({ url: own.url })
  await guest.goto('/')
  await guest.getByText(countries).waitFor()
  await change(page, label).click()
  await line.getByLabel('Reason').fill('Counted wrongly')
  await line.getByRole('button', { name: 'Back to the default' }).click()
  await line.getByText('Default', { exact: true }).waitFor()
  await guest.reload()
  await guest.getByText('15+').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

test('a package is added and taken from sale without a script, on a phone', async () => {
  const { page } = await office('/admin/settings', { javaScript: false, width: 360 })
  // A name and a price of its own, also when the test is run once more.
  const name = `Festival ${randomInt(1000, 9999)}`
  const dollars = randomInt(100, 900)
  await page.getByText('Add a package').click()
  const form = page.locator('details[open] form')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Views').fill('20,000')
  await form.getByLabel('Price in dollars').fill(String(dollars))
  await form.getByLabel('Reason').fill('For the festival')
  await form.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(`$${dollars} · KSH ${(dollars * 130).toLocaleString('en')}`)
    .first()
    .waitFor()
  await expectNoSidewaysScroll(page)
  await change(page, name).click()
  await form.getByLabel('Reason').fill('It is over')
  await form.getByRole('button', { name: 'Take from sale' }).click()
  await page.getByText('Package taken from sale').waitFor()
  await expect.poll(() => page.getByRole('heading', { name }).count()).toBe(0)
}, 120_000)
