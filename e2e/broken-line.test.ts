import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { drawn, mailsTo, somePerson, visitor } from './visitor.ts'

// The line to the server breaks: what was typed stays, the words say what it was, and the second try arrives.

const send = (page: Page) => page.locator('form').getByRole('button', { name: 'Create Account' }).click()

async function fillSignUp(page: Page) {
  const who = somePerson()
  await page.goto('/auth?tab=sign-up', { waitUntil: 'networkidle' })
  await page.getByLabel('Full Name').fill(who.fullName)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  return who
}

async function expectKept(page: Page, who: ReturnType<typeof somePerson>) {
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe(who.fullName)
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(who.username)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(who.email)
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe(who.password)
}

test('a form that is sent while the device is offline is kept and sent later', { tags: ['night'] }, async () => {
  const { page, context, faults } = await visitor()
  // The line broke before the code that the form needs had come.
  await page.route(/\/sign-up-[^/]+\.js/, (route) => route.abort())
  const who = await fillSignUp(page)
  await context.setOffline(true)
  await send(page)
  await page.getByText('You are offline').first().waitFor()
  await expectKept(page, who)
  expect(faults).toEqual([])
  await page.unrouteAll()
  await context.setOffline(false)
  await send(page)
  await page.getByText('Sign up successful!').first().waitFor()
  expect(await mailsTo(who.email)).toHaveLength(1)
})

for (const [how, breakIt] of [
  [
    'breaks',
    (page: Page) => page.route('**/auth/sign-up.data*', (route) => route.abort('connectionreset'), { times: 1 }),
  ],
  [
    'ends at a proxy that finds nobody',
    (page: Page) =>
      page.route('**/auth/sign-up.data*', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), {
        times: 1,
      }),
  ],
] as const)
  test(`a connection that ${how}, while a form is sent, costs nothing that was typed [T388]`, {
    tags: how === 'breaks' ? [] : ['night'],
  }, async () => {
    const { page } = await visitor({ expectFaults: /502 POST/ })
    await page.goto('/auth?tab=sign-up')
    const who = await fillSignUp(page)
    await breakIt(page)
    await send(page)
    await page.getByText('The connection broke').first().waitFor()
    await page.getByText('What you typed is still here. Please try again.').first().waitFor()
    await expectKept(page, who)
    await send(page)
    await page.getByText('Sign up successful!').first().waitFor()
    expect(await mailsTo(who.email)).toHaveLength(1)
  })

test('a form whose code never comes is sent by the browser itself', { tags: ['night'] }, async () => {
  const { page } = await visitor({ expectFaults: /Failed to fetch dynamically imported module/ })
  await page.route('**/assets/sign-up-*.js', (route) => route.abort('connectionreset'))
  const who = await fillSignUp(page)
  await send(page)
  await page.getByText('Sign up successful!').first().waitFor()
  expect(await mailsTo(who.email)).toHaveLength(1)
})

test('a page that can not be loaded again stays as it is, with what was typed', { tags: ['night'] }, async () => {
  const { page } = await signedIn()
  await page.goto('/settings', { waitUntil: 'networkidle' })
  await page.getByLabel('Current password', { exact: true }).first().fill('half typed')
  await page.route('**/settings.data*', (route) => route.abort('connectionreset'))
  const broken = page.waitForEvent('requestfailed')
  const emails = page.locator('form', { has: page.getByLabel('News about my fund drives') })
  await emails.getByRole('button', { name: 'Save', exact: true }).click()
  await broken
  await page.getByText('Settings updated successfully').first().waitFor()
  await drawn(page)
  await expect.poll(() => page.getByLabel('Current password', { exact: true }).first().inputValue()).toBe('half typed')
})

test('a page that can not be fetched says that it was the connection, and Try again leads there', {
  tags: ['night'],
}, async () => {
  const { page } = await signedIn()
  await page.goto('/profile', { waitUntil: 'networkidle' })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.route('**/profile.data*', (route) => route.abort('connectionreset'))
  await page
    .locator('a[href="/profile"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.getByRole('heading', { name: 'The connection broke' }).waitFor()
  await expect.poll(() => page.locator('code').count()).toBe(0)
  // Nobody was signed out by it.
  await expect.poll(() => page.locator('header a[href="/auth"]').count()).toBe(0)
  await page.locator('header a[href="/dashboard"]').first().waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL('**/profile')
  await page.getByLabel('Full Name').waitFor()
})
