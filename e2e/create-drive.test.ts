import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ask } from './database.ts'
import { openHouse } from './house.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, house, mailsTo, scripted, visitor } from './visitor.ts'

// How a person opens a fund drive, and finds it again among others.

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

async function openForm(page: Page, javaScript: boolean) {
  if (javaScript) await scripted(page)
  await page.getByRole('button', { name: 'New Fund Drive' }).click()
  await page.getByRole('dialog', { name: 'New Fund Drive' }).waitFor()
}

/** As the form sends it. */
const sendForm = (page: Page, fields: Record<string, string>) =>
  page.request.post('/dashboard/new', {
    headers: { origin: new URL(page.url()).origin },
    form: { category: 'Other', slogan: '', ...fields },
    maxRedirects: 0,
  })

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without'

  test(`a drive is opened with a picture and is on the dashboard (${how} JavaScript) [T1]`, async () => {
    const { page, faults } = await signedIn({ javaScript })
    await page.getByText('No fund drives yet').waitFor()
    await openForm(page, javaScript)
    await expect.poll(() => page.getByLabel('Campaign Slogan').inputValue()).toBe('unity is power')
    await expect.poll(() => page.getByRole('switch', { name: 'Collect Donations' }).isChecked()).toBe(true)
    await expect
      .poll(() => page.getByLabel('Category').locator('option:not([disabled])').allTextContents())
      .toHaveLength(10)
    await fillForm(page, 'Clean water for Tala')
    await page.getByLabel(/Featured Image/).setInputFiles(await photo())
    if (javaScript) await page.getByText('Uploaded').waitFor()
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

  test(`what is wrong is said at its field, and nothing is lost (${how} JavaScript) [T180]`, async () => {
    const { page } = await signedIn({ javaScript })
    await openForm(page, javaScript)
    await fillForm(page, 'Still here')
    await page.getByLabel('Campaign Slogan').fill('one two three four five six seven eight nine ten eleven')
    if (javaScript) await page.getByText('11 of 10 words').waitFor()
    await page.getByLabel('Goal Amount (KES)').fill('0')
    await page.getByLabel(/Featured Image/).setInputFiles(await photo())
    if (javaScript) await page.getByText('Uploaded').waitFor()
    await create(page)
    // The words about the slogan stand there while it is typed; those about the goal come with the answer.
    await expect.poll(() => wordsAt(page.getByLabel('Goal Amount (KES)'))).toContain('at least KES 1')
    const slogan = page.getByLabel('Campaign Slogan')
    expect(await wordsAt(slogan)).toContain('Campaign slogan must not exceed 10 words')
    await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('Still here')
    await expect.poll(() => page.getByLabel('End Date').inputValue()).toBe('2099-12-31')
    await slogan.fill('ten words are not too many for a good slogan')
    await page.getByLabel('Goal Amount (KES)').fill('99.50')
    await create(page)
    await page.waitForURL(/\/fund-drive\/still-here/)
    await page.goto('/dashboard')
    await expect.poll(() => page.getByRole('article').locator('img').getAttribute('src')).toMatch(/^\/media\/drives\//)
    await page.getByText('of KES 99.50 goal').first().waitFor()
  })

  test(`what is no picture is refused in its place (${how} JavaScript) [T181]`, async () => {
    const { page } = await signedIn({ javaScript })
    await openForm(page, javaScript)
    await fillForm(page, 'No picture')
    const file = page.getByLabel(/Featured Image/)
    await file.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    if (!javaScript) await create(page)
    await page.getByText('Please select an image file').waitFor()
    expect(await wordsAt(page.getByLabel(/Featured Image/))).toContain('Please select an image file')
    await page.getByLabel(/image URL/i).fill('ftp://nowhere.example/x.jpg')
    await create(page)
    await expect.poll(() => wordsAt(page.getByLabel(/image URL/i))).toContain('address of an image')
    await page.getByLabel(/image URL/i).fill('http://nowhere.example/x.jpg')
    await create(page)
    await expect.poll(() => wordsAt(page.getByLabel(/image URL/i))).toContain('beginning with https://')
    await page.getByLabel(/image URL/i).fill('https://nowhere.invalid/x.jpg')
    await create(page)
    await expect.poll(() => wordsAt(page.getByLabel(/image URL/i)), { timeout: 15_000 }).toContain('could not fetch')
    await page.getByLabel(/image URL/i).fill('')
    await create(page)
    await page.waitForURL(/\/fund-drive\/no-picture/)
  })
}

test('a photo of more than 5 MB is made smaller by the browser; without a script the rule refuses it [T349]', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const large = await sharp({ create: { width: 2600, height: 2000, channels: 3, background: '#996633', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(large.length).toBeGreaterThan(15_000_000)
  const big = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: large }
  const { page } = await signedIn()
  await openForm(page, true)
  const sent = page.waitForRequest((request) => request.url().endsWith('/dashboard/picture'))
  await page.getByLabel(/Featured Image/).setInputFiles(big)
  await page.getByText('Uploaded').waitFor()
  expect(Number((await (await sent).allHeaders())['content-length'])).toBeLessThan(5 * 1024 * 1024)
  await expect
    .poll(() => page.locator('input[name=image]').inputValue())
    .toMatch(/^\/media\/drives\/[0-9a-f]{32}-1\d{3}\.jpg$/)

  const { page: plain } = await signedIn({ javaScript: false })
  await openForm(plain, false)
  await fillForm(plain, 'Large photo')
  await plain.getByLabel(/Featured Image/).setInputFiles(big)
  await create(plain)
  await plain.getByText('File size must be less than 5MB').waitFor()
}, 120_000)

test('a drive without donations asks for no goal and shows no bar [T58]', async () => {
  const { page } = await signedIn()
  await openForm(page, true)
  await page.getByLabel('Fund Drive Title').fill('Hands wanted')
  await page.getByLabel('Category').selectOption('Environment')
  await page.getByRole('switch', { name: 'Collect Donations' }).uncheck()
  await expect.poll(() => page.getByLabel('Goal Amount (KES)').isVisible()).toBe(false)
  await create(page)
  await page.waitForURL(/\/fund-drive\/hands-wanted/)
  await page.goto('/dashboard')
  const card = page.getByRole('article')
  await card.getByText('Not collecting donations').waitFor()
  await expect.poll(() => card.getByRole('progressbar').count()).toBe(0)
})

test('pressed twice it opens one drive; left by accident it is found again as it was', async () => {
  const { page } = await signedIn()
  await openForm(page, true)
  await fillForm(page, 'Once and no more')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openForm(page, true)
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
  await openForm(page, true)
  await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('')
})

test('many drives are searched, filtered and paged by the address, without JavaScript too [T35]', async () => {
  const { page } = await signedIn({ javaScript: false })
  for (let at = 1; at <= 26; at++)
    await sendForm(page, { title: `Drive ${at}`, slogan: at === 7 ? 'the seventh' : 'any' })
  await page.goto('/dashboard')
  await expect.poll(() => page.getByRole('article').count()).toBe(24)
  await page.getByRole('link', { name: 'Older fund drives' }).click()
  await page.getByRole('link', { name: 'Newest fund drives' }).waitFor()
  await expect
    .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
    .toEqual(['Drive 2', 'Drive 1'])
  await page.getByRole('link', { name: 'Newest fund drives' }).click()
  await page.getByRole('link', { name: 'Older fund drives' }).waitFor()
  await page.getByLabel('Search').fill('SEVENTH')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**search=SEVENTH**')
  await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['Drive 7'])
  expect(new URL(page.url()).searchParams.get('search')).toBe('SEVENTH')
  await page.getByLabel('Status').selectOption('Paused')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('No fund drives found').waitFor()
  await expect.poll(() => page.getByText('No fund drives yet').count()).toBe(0)
  await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('SEVENTH')
  await page.getByRole('link', { name: 'Show all fund drives' }).click()
  await page.waitForURL((url) => !url.search)
  await expect.poll(() => page.getByRole('article').count()).toBe(24)
})

for (const theme of ['light', 'dark'] as const)
  test(`form and dashboard are accessible and narrow enough, also when they overflow (${theme})`, async () => {
    const { page } = await signedIn({ theme, width: 320 })
    const title = 'Rebuilding-the-assembly-hall-of-Nyakach-Girls-Boarding-School'
    await sendForm(page, { title, collects: 'on', goal: '9999999999.99' })
    await sendForm(page, { title: 'Small', collects: 'on', goal: '1' })
    for (const address of ['/dashboard', '/dashboard?search=nothing', '/dashboard/new']) {
      await page.goto(address)
      await scripted(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await create(page)
    await page.getByText('Fill in “Fund Drive Title”').waitFor()
    await expectAccessible(page)
    await page.goto('/dashboard')
    // A picture elsewhere that can't be had: its place takes the cloth of the drive's address.
    await page
      .getByRole('article')
      .filter({ hasText: title })
      .locator('svg pattern')
      .first()
      .waitFor({ state: 'attached' })
  })

test('the person who has not confirmed their address is told so, can ask for the mail again, and loses nothing', async () => {
  const own = await openHouse()
  try {
    const { page } = await visitor({ url: own.url })
    await page.goto('/auth')
    await page.getByLabel('Email').fill('owner@harambee.test')
    await page.getByLabel('Password', { exact: true }).fill('harambee')
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/dashboard')
    await ask(own, `update users set email_verified = false where email = 'owner@harambee.test'`)
    await openForm(page, true)
    await page.getByText('Confirm your email address first').waitFor()
    await expectAccessible(page)
    await fillForm(page, 'Too early')
    await create(page)
    await page.getByText('Please confirm your email address first.').first().waitFor()
    await page.getByRole('button', { name: 'Send the email again' }).click()
    await page.getByText('Check your email').first().waitFor()
    await expect.poll(() => page.getByLabel('Fund Drive Title').inputValue()).toBe('Too early')
    await mailsTo('owner@harambee.test', undefined, own.url)
  } finally {
    await own.stop()
  }
}, 120_000)

test('other addresses may not open drives in a person’s name', async () => {
  const { page } = await signedIn()
  const foreign = await page.request.post('/dashboard/new', {
    headers: { origin: 'https://evil.example' },
    form: { title: 'Taken', category: 'Other' },
  })
  expect(foreign.status()).toBe(403)
  const stranger = await visitor()
  const answer = await stranger.page.request.post('/dashboard/new', {
    headers: { origin: house() },
    form: { title: 'Taken', category: 'Other' },
    maxRedirects: 0,
  })
  expect([answer.status(), answer.headers().location]).toEqual([303, '/auth'])
})
