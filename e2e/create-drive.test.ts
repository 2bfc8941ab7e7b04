import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { scripted } from './visitor.ts'

// How a person opens a fund drive.

const night = { tags: ['night'] }

const photo = async () => ({
  name: 'kisima.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 500, height: 400, channels: 3, background: '#9c4128' } })
    .png()
    .toBuffer(),
})

/** The words at a field, as a screen reader reads them. */
const wordsAt = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

async function fillForm(page: Page, title: string) {
  await page.getByLabel('Fund Drive Title').fill(title)
  await page.getByLabel('Goal Amount (KES)').fill('1,450,000')
  await page.getByLabel('Category').selectOption('Community')
  await page.getByLabel('End Date').fill('2099-12-31')
}
const create = (page: Page) => page.getByRole('button', { name: 'Create Fund Drive' }).click()

async function openForm(page: Page) {
  await scripted(page)
  await page.getByRole('button', { name: 'New Fund Drive' }).click()
  await page.getByRole('dialog', { name: 'New Fund Drive' }).waitFor()
}

test('a drive is opened with a picture and is on the dashboard; what is wrong is said at its field before [T1]', async () => {
  const { page, faults } = await signedIn()
  await page.getByText('No fund drives yet').waitFor()
  await openForm(page)
  await expect.poll(() => page.getByRole('switch', { name: 'Collect Donations' }).isChecked()).toBe(true)
  await fillForm(page, 'Clean water for Tala')
  const slogan = page.getByLabel('Campaign Slogan')
  await slogan.fill('one two three four five six seven eight nine ten eleven')
  await page.getByText('11 of 10 words').waitFor()
  await page.getByLabel('Goal Amount (KES)').fill('0')
  const file = page.getByLabel(/Featured Image/)
  await file.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByText('Please select an image file').waitFor()
  await file.setInputFiles(await photo())
  await page.getByText('Uploaded').waitFor()
  await create(page)
  // The words about the slogan are there while it is typed; those about the goal come with the answer.
  await expect.poll(() => wordsAt(page.getByLabel('Goal Amount (KES)'))).toContain('at least KES 1')
  expect(await wordsAt(slogan)).toContain('Campaign slogan must not exceed 10 words')
  await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('Clean water for Tala')
  await slogan.fill('unity is power')
  await page.getByLabel('Goal Amount (KES)').fill('1,450,000')
  await create(page)
  await page.waitForURL(/\/fund-drive\/clean-water-for-tala(-\d+)?(\/home)?$/)
  await page.getByText('Success!').first().waitFor()
  await page.getByText('Your fund drive has been created successfully.').first().waitFor()
  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: 'Clean water for Tala' })
  const words = (await card.textContent())!.replace(/\s+/g, ' ')
  for (const part of ['Active', 'unity is power', 'KES 0', '0.0% funded', 'of KES 1,450,000 goal', 'Community'])
    expect(words).toContain(part)
  await expect.poll(() => card.locator('img').getAttribute('src')).toMatch(/^\/media\/drives\//)
  await page.getByText('of 1', { exact: true }).waitFor()
  await card.getByRole('link').click()
  await page.waitForURL(/\/fund-drive\/clean-water-for-tala/)
  expect(faults).toEqual([])
})

test('a photo of more than 5 MB is made smaller by the browser [T349]', night, async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const large = await sharp({ create: { width: 2600, height: 2000, channels: 3, background: '#996633', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(large.length).toBeGreaterThan(15_000_000)
  const big = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: large }
  const { page } = await signedIn()
  await openForm(page)
  const sent = page.waitForRequest((request) => request.url().endsWith('/dashboard/picture'))
  await page.getByLabel(/Featured Image/).setInputFiles(big)
  await page.getByText('Uploaded').waitFor()
  expect(Number((await (await sent).allHeaders())['content-length'])).toBeLessThan(5 * 1024 * 1024)
  await expect
    .poll(() => page.locator('input[name=image]').inputValue())
    .toMatch(/^\/media\/drives\/[0-9a-f]{32}-1\d{3}\.jpg$/)
})

test('a drive without donations asks for no goal', night, async () => {
  const { page } = await signedIn()
  await openForm(page)
  await page.getByLabel('Fund Drive Title').fill('Hands wanted')
  await page.getByLabel('Category').selectOption('Environment')
  await page.getByRole('switch', { name: 'Collect Donations' }).uncheck()
  await expect.poll(() => page.getByLabel('Goal Amount (KES)').isVisible()).toBe(false)
  await create(page)
  await page.waitForURL(/\/fund-drive\/hands-wanted/)
})

test('pressed twice it opens one drive; left by accident it is found again as it was', async () => {
  const { page } = await signedIn()
  await openForm(page)
  await fillForm(page, 'Once and no more')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openForm(page)
  await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('Once and no more')
  await page.reload()
  await page.getByText('We kept what you typed').waitFor()
  await expect.poll(() => page.getByLabel('Goal Amount (KES)').inputValue()).toBe('1,450,000')
  await page.getByRole('button', { name: 'Create Fund Drive' }).dblclick()
  await page.waitForURL(/\/fund-drive\/once-and-no-more/)
  await page.goBack()
  await page.waitForURL('**/dashboard')
  await page.getByText('of 1', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await openForm(page)
  await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('')
})
