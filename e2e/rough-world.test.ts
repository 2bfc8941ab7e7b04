import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { someDrive } from './drive.ts'
import { alive, scripted, visitor } from './visitor.ts'

// Weak lines, old pages, second windows: nothing that was typed is lost, and nothing is done twice.

const goneFiles = /404 GET .*\/assets\/|Failed to fetch dynamically imported module/

/** What a new version leaves of the old one's files: nothing. A page that is loaded from now on is of the new one. */
async function deploy(page: Page) {
  await page.waitForLoadState('networkidle')
  let over = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) over = true
  })
  await page.route('**/*', (route) => {
    const gone = !over && new URL(route.request().url()).pathname.startsWith('/assets/')
    return gone ? route.fulfill({ status: 404, body: 'Not Found' }) : route.continue()
  })
}

async function write(page: Page, words: string) {
  await page.getByLabel('Name').fill('Otieno')
  await page.getByLabel('Comment', { exact: true }).fill(words)
}
/** However long that takes: what waits in a route has no test to fail, its fault would fall on the whole run. */
const gone = (page: Page) => new Promise((resolve) => page.once('close', resolve))
const post = (page: Page) => page.getByRole('button', { name: 'Post Comment' }).click()
const said = (page: Page, words: string) => page.getByRole('list', { name: 'Comments' }).getByText(words)

test('what is sent from a page that is older than the product arrives, and nothing that was typed is lost', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ expectFaults: goneFiles })
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await scripted(page)
  await deploy(page)
  let seen = () => {}
  const shown = new Promise<void>((resolve) => {
    seen = resolve
  })
  await page.route('**/assets/comments-tab-*.js', async (route) => {
    // A weak line: the page is told that there is a new comment before it has the code that shows comments.
    await Promise.race([shown, gone(page)])
    await route.fallback()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route('**/comment', async (route) => {
    // The answer takes longer than the live message. A page that reloaded now would end the sending, and take the words that follow it.
    const response = await route.fetch({ maxRedirects: 0 })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.fulfill({ response })
  })
  await write(page, 'Pole sana, tuko pamoja')
  await post(page)
  await said(page, 'Pole sana, tuko pamoja').waitFor()
  await page.getByText('Comment posted!').first().waitFor()
  const sent = asked.findIndex((one) => one.startsWith('POST'))
  const loads = asked.slice(sent).filter((one) => one.startsWith(`GET /fundraiser/${slug}`))
  expect(loads).toEqual([`GET /fundraiser/${slug}`])
  await expect.poll(() => said(page, 'Pole sana, tuko pamoja').count()).toBe(1)
  seen()
  await alive(page.getByLabel('Comment', { exact: true }))
  await expect.poll(() => said(page, 'Pole sana, tuko pamoja').count()).toBe(1)
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('')
})

test('a page that is older than the product is loaded again for what it does not have, with what was typed in it', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ expectFaults: goneFiles })
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await scripted(page)
  // What is typed before the form's own code has come is kept by nothing.
  await alive(page.getByLabel('Comment', { exact: true }))
  await deploy(page)
  await write(page, 'Half a thought')
  await page.getByRole('tab', { name: 'Gallery' }).click()
  await page.getByText('No pictures or videos yet').waitFor()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Half a thought')
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Otieno')
})

test('a part of a page that can not be fetched leaves the rest of it as it is, and comes when the line is back', async () => {
  const { slug } = await someDrive()
  const { page, context, faults } = await visitor({ expectFaults: goneFiles })
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await scripted(page)
  await page.waitForLoadState('networkidle')
  await write(page, 'Still here')
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Gallery' }).click()
  await page.getByText('This could not be loaded').waitFor()
  await page.getByRole('button', { name: 'SHARE' }).waitFor()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Still here')
  await page.getByRole('button', { name: 'RSVP' }).click()
  await page.getByText('The connection broke').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('tab', { name: 'Gallery' }).click()
  await page.getByText('No pictures or videos yet').waitFor()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Still here')
  await page.getByRole('button', { name: 'RSVP' }).click()
  await page.getByRole('dialog', { name: 'Book a Visit' }).waitFor()
  await page.goBack()
  // A form that could not be fetched opens as a page of its own.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'DONATE', exact: true }).first().click()
  await page.getByText('The connection broke').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'DONATE', exact: true }).first().click()
  await page.waitForURL(`**/fundraiser/${slug}/donate*`)
  expect(faults).toEqual([])
})
