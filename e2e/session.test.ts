import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './database.ts'
import { signedIn } from './session.ts'
import { alive, house, signIn, visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// How long a person stays signed in while a page is open, and what every open page does when it ends.

test('signing out everywhere reaches an open page of another device at once [T210]', async () => {
  const { page, who } = await signedIn()
  const streams = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await page.goto('/settings')
  await streams
  const other = await visitor()
  await signIn(other.page, who)
  await other.page.goto('/settings')
  await other.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await other.page.waitForURL((url) => !url.pathname.startsWith('/settings'))
  await page.getByText('You have been signed out').first().waitFor()
  await expect.poll(() => page.url()).toBe(`${house()}/auth?to=%2Fsettings`)
  expect(await other.page.getByText('You have been signed out').count(), 'who did it is not told').toBe(0)
})

describe('while a page is open', { tags: ['night'] }, () => {
  let short: House
  beforeAll(async () => {
    short = await openHouse({ SESSION_SECONDS: '1000' })
  })
  afterAll(() => short.stop())

  /** A person with a page open whose clock can be wound on. */
  async function someoneAt(path: string) {
    const { who } = await signedIn({ url: short.url })
    const { page } = await visitor({ url: short.url })
    await page.clock.install()
    await signIn(page, who)
    await page.goto(path, { waitUntil: 'load' })
    await alive(page.locator('main').first())
    // By the page's own clock: what comes to life with it is alive as well.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    return { page, who }
  }

  const half = 30_000
  const ended = (page: Page) => page.getByText('You have been signed out').first().waitFor()
  const askedFor = (page: Page) => {
    const all: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/session') all.push(request.method())
    })
    return all
  }

  async function sessionOf(email: string) {
    const [row] = await ask(
      short,
      `select extract(epoch from max(s.expires_at) - now())::float as left from sessions s
     join users u on u.id = s.user_id where u.email = $1`,
      [email],
    )
    return row!.left as number
  }
  const leave = (email: string, seconds: number) =>
    ask(
      short,
      `update sessions set expires_at = now() + make_interval(secs => $2), updated_at = now()
     where user_id = (select id from users where email = $1)`,
      [email, seconds],
    )
  const endAll = (email: string) =>
    ask(short, 'delete from sessions where user_id = (select id from users where email = $1)', [email])

  test('an open page renews the session when 90 seconds or less are left, and not before [T275]', async () => {
    const { page, who } = await someoneAt('/')
    const asked = askedFor(page)
    await leave(who.email, 120)
    const answered = page.waitForEvent('requestfinished', (one) => one.url().endsWith('/session'))
    await page.clock.fastForward(half)
    await expect.poll(() => asked).toEqual(['GET'])
    // Only with the answer the page knows when to ask again.
    await answered
    await page.waitForTimeout(200)
    expect(await sessionOf(who.email)).toBeLessThan(120)
    await leave(who.email, 80)
    await page.clock.fastForward(half)
    await expect.poll(() => asked).toEqual(['GET', 'GET', 'POST'])
    await expect.poll(() => sessionOf(who.email)).toBeGreaterThan(900)
    const [cookie] = (await page.context().cookies()).filter(({ name }) => /session/.test(name))
    expect(cookie!.expires).toBeGreaterThan(Date.now() / 1000 + 900)
  })

  test('a renewal that is refused signs out with a toast and leads to /auth [T253]', async () => {
    const { page, who } = await someoneAt('/dashboard')
    await page.route('**/session', async (route) => {
      // Still there when asked, gone when it is to be renewed.
      if (route.request().method() === 'POST') await endAll(who.email)
      await route.continue()
    })
    await leave(who.email, 60)
    await page.clock.fastForward(half)
    await ended(page)
    await expect.poll(() => page.url()).toBe(`${short.url}/auth`)
    expect((await page.context().cookies()).filter(({ name, value }) => /session/.test(name) && value)).toEqual([])
  })

  test('what was being typed when the session ended is there after signing in', async () => {
    const { page, who } = await someoneAt('/profile')
    await page.getByLabel('Full Name').fill('Achieng Otieno Mpya')
    await endAll(who.email)
    await page.clock.runFor(half)
    await page.waitForURL(/\/auth\?to=/)
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/\/profile/)
    await page.getByText('What you typed is still here.').first().waitFor()
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Achieng Otieno Mpya')
  }, 60_000)

  test('a page that is open to all stays, and shows that nobody is signed in', async () => {
    const { page, who } = await someoneAt('/')
    await endAll(who.email)
    await page.clock.fastForward(half)
    await ended(page)
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('a person who signs out is not told that they were signed out', async () => {
    const { page } = await signedIn()
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    await page.waitForTimeout(500)
    await expect.poll(() => page.getByText('You have been signed out').count()).toBe(0)
  })
})
