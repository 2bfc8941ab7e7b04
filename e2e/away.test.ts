/** @module-tag night */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#app/platform/postgres/free-port.server.ts'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { type House, openHouse } from './house.ts'
import { signedIn } from './session.ts'
import { expectAccessible, visitor } from './visitor.ts'

// What visitors see while nobody can be received: the database is away, or a setting is wrong.

const open: House[] = []
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const house of open.splice(0)) await house.stop()
  for (const close of closing.splice(0).reverse()) await close()
})

async function houseWith(settings: Record<string, string>, until: 'ready' | 'answers' = 'answers') {
  const house = await openHouse(settings, until)
  open.push(house)
  return house
}

const nowhere = 'postgres://harambee:harambee@127.0.0.1:1/harambee'

test('without a database the front page names the setting, and /auth says it in its own words and in a toast [T802]', async () => {
  const { url } = await houseWith({ DATABASE_URL: nowhere })
  const { page } = await visitor({ url })
  await expect.poll(async () => (await page.goto('/'))!.text(), { timeout: 20_000 }).toContain('DATABASE_URL')
  expect(await page.content()).not.toContain('127.0.0.1:1')
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Refresh Page' }).click()])
  await page.getByRole('heading', { name: 'Setup Required' }).waitFor()
  await expectAccessible(page)
  expect((await page.goto('/auth'))!.status()).toBe(503)
  await page.getByText('Database not configured', { exact: true }).waitFor()
  await page.getByText('Please configure the database connection first.').waitFor()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('heading', { name: 'Setup Required' }).waitFor()
})

test('a wrong setting is named, with what is expected there, in the language of the visitor [T340]', async () => {
  const { url } = await houseWith({ SUPPORT_URL: 'nonsense' })
  const { page } = await visitor({ url })
  expect((await page.goto('/'))!.status()).toBe(503)
  await page.getByRole('heading', { name: 'Setup Required' }).waitFor()
  await page.getByText('SUPPORT_URL', { exact: true }).waitFor()
  await page.getByText('an address that begins with mailto: or https:').waitFor()
  expect(await page.content()).not.toContain('nonsense')
  const other = await visitor({ url, language: 'sw' })
  await other.page.goto('/')
  await other.page.getByText('SUPPORT_URL', { exact: true }).waitFor()
  await expect.poll(() => other.page.locator('html').getAttribute('lang')).toBe('sw')
})

test('a database lost and found again: Setup Required until then, and the person who was signed in still is', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-away-'))
  fs.chmodSync(folder, 0o755)
  closing.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  const at = { place: path.join(folder, 'postgres'), port: await freePort() }
  let postgres: Postgres = await startPostgres(at)
  closing.push(() => postgres.stop())
  const { url } = await houseWith({ DATABASE_URL: postgres.url }, 'ready')
  const { page, who } = await signedIn({ url })
  await page.goto('/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('Full Name').fill('Half Typed')

  await postgres.stop()
  await page.getByRole('button', { name: /^save/i }).click()
  await page
    .getByText(/connection broke|could not|try again/i)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Half Typed')
  await expect.poll(async () => (await page.goto('/dashboard'))!.status(), { timeout: 20_000 }).toBe(503)
  await page.getByRole('heading', { name: 'Setup Required' }).waitFor()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await page.getByRole('heading', { name: 'Setup Required' }).waitFor()

  postgres = await startPostgres(at)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await page.getByRole('heading', { name: new RegExp(who.fullName) }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})
