import type { Download } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { actEarly } from './acts.ts'
import { gift } from './gift.ts'
import { signedIn } from './session.ts'
import { alive, expectAccessible, house, meanwhile, scripted, visitor } from './visitor.ts'

// A drive's own pages: what is around them, and those that say what the drive is, how it stands and who may see it.

type Owner = Awaited<ReturnType<typeof signedIn>>
type Page = Owner['page']

const pages = ['home', 'info', 'settings', 'donations', 'payouts']
const night = { tags: ['night'] }

/** A drive of this person, opened as the form without a script opens it. */
async function driveOf({ page }: Owner, title = 'Heal Mama Achieng', more: Record<string, string> = {}) {
  const fields = { title, slogan: 'unity is power', collects: 'on', goal: '50000', category: 'Medical', ...more }
  const answer = await page.request.post('/dashboard/new', { form: fields, headers: { origin: house() } })
  const slug = /\/fund-drive\/([^/]+)\/home$/.exec(answer.url())?.[1]
  if (!slug) throw new Error(`no drive was opened: ${answer.status()} ${answer.url()}`)
  return slug
}

const photo = (colour: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

async function choosePhoto(page: Page, colour: string) {
  const chosen = { name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer: await photo(colour) }
  await page.getByLabel('Featured Image').setInputFiles(chosen)
}

async function bytesOf(file: Download) {
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Settings updated successfully').first().waitFor()
}

test('the QR code leads to the public page, on the canvas and in the file [T37]', night, async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner)
  await page.goto(`/fund-drive/${slug}/home`)
  await page.getByText('Share your fundraiser easily with this QR code').waitFor()
  const canvas = page.getByRole('img', { name: 'Fundraiser QR Code' })
  await expect.poll(() => canvas.getAttribute('title')).toBe('Fundraiser QR Code')
  await scripted(page)
  // The page's script draws it when it is alive; until then the canvas is empty and lets its ground show.
  const isDrawn = (element: HTMLCanvasElement) => element.getContext('2d')!.getImageData(0, 0, 1, 1).data[3] === 255
  await expect.poll(() => canvas.evaluate(isDrawn)).toBe(true)
  const drawn = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height, data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    return { width, height, data: Array.from(data) }
  })
  expect(drawn.width).toBe(256)
  expect(decodeQR({ ...drawn, data: Uint8Array.from(drawn.data) })).toBe(`${house()}/fundraiser/${slug}?via=qr`)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download QR Code' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Heal Mama Achieng.png')
  const saved = await sharp(await bytesOf(file))
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer()
  const dark = drawn.data.filter((_, at) => at % 4 === 0).map((red) => red < 128)
  expect(Array.from(saved, (grey) => grey < 128)).toEqual(dark)
})

test(
  'the poster of a drive with the longest title is one sheet of A4, black on white in both themes',
  night,
  async () => {
    for (const theme of ['light', 'dark'] as const) {
      const owner = await signedIn({ theme })
      const { page } = owner
      const title =
        'A new maternity ward and a well for the women of Ngiya so that no child is born without clean water'
      const slug = await driveOf(owner, title.padEnd(100, '!'))
      await page.goto(`/fund-drive/${slug}/poster`)
      await page.getByRole('button', { name: 'Print' }).waitFor()
      await page.getByText(`${new URL(house()).host}/fundraiser/${slug}`).waitFor()
      await expectAccessible(page)
      await page.emulateMedia({ media: 'print' })
      expect(
        await page
          .getByRole('article')
          .evaluate((sheet) => [
            getComputedStyle(sheet).backgroundColor,
            getComputedStyle(sheet.querySelector('h1')!).color,
            sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth,
          ]),
      ).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', true])
      const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
      const [, , , wide, high] = pdf.match(/\/MediaBox\s*\[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/)!
      expect([Math.round(Number(wide)), Math.round(Number(high))]).toEqual([595, 842])
    }
  },
)

test('the Info page saves what it shows with its picture, and says what is wrong at the field [T94]', async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner)
  await page.goto(`/fund-drive/${slug}/info`)
  await page.getByLabel('Campaign Slogan').fill('one two three four five six seven eight nine ten eleven')
  await page.getByLabel('Location').fill('Kisumu')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Campaign slogan must not exceed 10 words').first().waitFor()
  await page.getByLabel('Campaign Slogan').fill('')
  await page.getByLabel('Fund Drive Title').fill('Heal Baba Otieno')
  await page.getByLabel('Goal Amount (KES)').fill('12,500.50')
  await put(page, 'crimson')
  await meanwhile(
    page,
    '**/info/save.data*',
    () => page.getByRole('button', { name: 'Save Settings' }).click(),
    async () =>
      expect(await page.getByRole('button', { name: 'Saving...' }).getAttribute('aria-disabled')).toBe('true'),
  )
  await page.getByText('Settings updated successfully').first().waitFor()
  await page.getByRole('heading', { level: 1, name: 'Heal Baba Otieno' }).waitFor()
  // The chosen picture is the drive's now, and no file that waits to be sent.
  await expect.poll(() => page.getByText('crimson.jpg').count()).toBe(0)
  await page.goto(`/fund-drive/${slug}/info`)
  await expect.poll(() => page.getByLabel('Campaign Slogan').inputValue()).toBe('unity is power')
  await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('Kisumu')
  await page.getByText('Stats & link').click()
  await page.getByText('KES 12,500.50').first().waitFor()
  const picture = (await page.locator('input[type=hidden][name=image]').getAttribute('value'))!
  expect((await page.request.get(picture)).status()).toBe(200)
  await scripted(page)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await save(page)
  expect((await page.request.get(picture)).status()).toBe(404)
})

/** While it is on its way the form shows its name, says that it is uploading, and can't be saved. */
async function put(page: Page, colour: string) {
  await alive(page.getByLabel('Featured Image'))
  await meanwhile(
    page,
    '**/dashboard/picture*',
    () => choosePhoto(page, colour),
    async () => {
      const uploading = page.getByRole('button', { name: 'Uploading...' })
      await expect.poll(() => uploading.count()).toBe(2)
      for (const button of await uploading.all()) expect(await button.getAttribute('aria-disabled')).toBe('true')
      await page
        .getByRole('paragraph')
        .filter({ hasText: `${colour}.jpg` })
        .waitFor()
    },
  )
  await page.getByText('Uploaded').waitFor()
  await page.getByRole('button', { name: 'Remove picture' }).waitFor()
}

test('what was typed before the page was alive is not left behind without a question, either', night, async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner)
  const { promise: typed, resolve: type } = Promise.withResolvers<void>()
  actEarly(page.context())
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`/fund-drive/${slug}/info`, { waitUntil: 'commit' })
  const title = page.getByLabel('Fund Drive Title')
  await title.fill('Heal Mama Atieno')
  type()
  await scripted(page)
  await alive(title)
  const away = page.getByRole('link', { name: 'Donations' })
  await away.click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => title.inputValue()).toBe('Heal Mama Atieno')
  // As it was before: nothing is to be saved.
  await title.fill('Heal Mama Achieng')
  await away.click()
  await page.waitForURL('**/donations')
})

test('what is not saved is not left behind without a question: Save and leave saves first, or shows what can’t be saved [T993]', async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner)
  await page.goto(`/fund-drive/${slug}/info`)
  await scripted(page)
  const [title, away] = [page.getByLabel('Fund Drive Title'), page.getByRole('link', { name: 'Donations' })]
  const question = page.getByRole('alertdialog')
  await alive(title)
  await title.fill('Heal Mama Atieno')
  await away.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => title.inputValue()).toBe('Heal Mama Atieno')
  await title.fill('Heal Mama Achieng')
  await away.click()
  await page.waitForURL('**/donations')
  await page.goBack()
  await title.fill('')
  await away.click()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByText('Fill in “Fund Drive Title”').waitFor()
  expect(page.url()).toContain('/info')
  await title.fill('Heal Mama Atieno')
  await page.getByLabel('Campaign Slogan').fill('one two three four five six seven eight nine ten eleven')
  await away.click()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByText('Campaign slogan must not exceed 10 words').first().waitFor()
  await page.getByLabel('Campaign Slogan').fill('together')
  await away.click()
  // What changes nothing is the last button and has the focus.
  await question.waitFor()
  await expect
    .poll(() => question.getByRole('button').allInnerTexts())
    .toEqual(['Save and leave', 'Leave without saving', 'Stay here'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stay here')
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await page.waitForURL('**/donations')
  await page.getByText('Settings updated successfully').first().waitFor()
  await page.goBack()
  await expect.poll(() => title.inputValue()).toBe('Heal Mama Atieno')
  await title.fill('Heal Baba Otieno')
  await away.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/donations')
})

test('the owner collects donations towards a goal, pauses the drive, and deletes it [T109]', async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner, 'Stories of the lake', { collects: '', goal: '' })
  const anybody = await visitor()
  const shown = async () => (await anybody.page.goto(`/fundraiser/${slug}`))!.status()
  expect(await shown()).toBe(200)
  await page.goto(`/fund-drive/${slug}/settings`)
  await scripted(page)
  const collects = page.getByLabel('Collect Donations')
  await collects.click()
  await page.getByText('Please set a goal amount first.').waitFor()
  await expect.poll(() => collects.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'set a goal amount' }).click()
  await page.getByLabel('Goal Amount (KES)').fill('900')
  await save(page)
  await page.goto(`/fund-drive/${slug}/settings`)
  await scripted(page)
  await collects.click()
  await page.getByText('Settings updated successfully').first().waitFor()
  await expect.poll(() => collects.isChecked()).toBe(true)
  await page.getByLabel('Paused').check()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('This fund drive is paused').waitFor()
  // A kept page may be a moment old.
  await expect.poll(shown).toBe(404)
  await page.getByRole('button', { name: 'Delete fund drive' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Delete fund drive' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Fund drive deleted').first().waitFor()
  expect((await page.goto(`/fund-drive/${slug}/home`))!.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
})

test('the link is copied, the first steps are ticked off, and a drive whose goal is reached is raised, or closed with thanks [T15]', async () => {
  const owner = await signedIn()
  const { page } = owner
  const slug = await driveOf(owner, 'A small goal', { goal: '500' })
  await page.goto(`/fund-drive/${slug}/home`)
  await scripted(page)
  const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your first week' }) })
  await steps.getByText('0 of 4 steps done').waitFor()
  await steps.getByRole('link', { name: /Share it with 5 people \(0 so far\)/ }).waitFor()
  for (let times = 1; times <= 5; times++) {
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await steps.getByText(`Share it with 5 people (${times} so far)`).waitFor()
  }
  await steps.getByText('1 of 4 steps done').waitFor()
  await page.getByText('Link copied to clipboard!').first().waitFor()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByText('Failed to copy link', { exact: true }).waitFor()
  await steps.getByRole('link', { name: 'Write your story' }).click()
  await page.waitForURL(`**/fund-drive/${slug}/description?edit`)
  await page.goto(`/fund-drive/${slug}/home`)
  await scripted(page)
  await steps.getByRole('button', { name: 'Hide this list' }).click()
  await steps.waitFor({ state: 'detached' })

  await expect.poll(() => page.getByText('You reached your goal!').count()).toBe(0)
  await gift(slug, 500)
  await page.getByRole('heading', { name: 'You reached your goal!' }).waitFor()
  await page.getByRole('link', { name: 'Raise the goal' }).click()
  await page.getByLabel('Goal Amount (KES)').fill('600')
  await save(page)
  await page.goto(`/fund-drive/${slug}/home`)
  await expect.poll(() => page.getByText('You reached your goal!').count()).toBe(0)
  await gift(slug, 100)
  await page.reload()
  await page.getByText('Close with thanks', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, close it' }).click()
  await page.getByText('You reached your goal!').waitFor({ state: 'detached' })
  const { page: guest } = await visitor()
  await guest.goto(`/fundraiser/${slug}`)
  await guest.getByText('This fundraiser has ended').first().waitFor()
})

test('the sidebar stays as narrow as it was made, and the page where it was [T89]', night, async () => {
  const owner = await signedIn()
  const { page, context } = owner
  const slug = await driveOf(owner)
  await page.goto(`/fund-drive/${slug}/home`)
  await scripted(page)
  // What a phone shows is no second time there, and no other link says a page's name: each way is one.
  for (const way of ['Home', 'Info', 'Description', 'Images', 'Video', 'Donations', 'Payouts', 'Comments', 'RSVPs'])
    await expect.poll(async () => [way, await page.getByRole('link', { name: way }).count()]).toEqual([way, 1])
  await expect.poll(() => page.getByText('Personalization', { exact: true }).count()).toBe(1)
  for (const tile of ['Total Raised', 'Total Withdrawn', 'Available'])
    await expect.poll(async () => [tile, await page.getByText(tile, { exact: true }).count()]).toEqual([tile, 1])
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar')!
  expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(7)
  await page.reload()
  await expect
    .poll(() => page.getByRole('button', { name: 'Toggle sidebar' }).getAttribute('aria-expanded'))
    .toBe('false')
  // Without its script the page would be left, and not kept where it was.
  await alive(page.getByRole('link', { name: 'Info' }))
  const scrolled = () =>
    page.evaluate(() => {
      window.scrollTo(0, 60)
      return window.scrollY
    })
  await expect.poll(scrolled).toBe(60)
  await meanwhile(
    page,
    '**/info.data*',
    () => page.getByRole('link', { name: 'Info' }).click(),
    () => page.getByText('Loading fund drive information...').waitFor(),
  )
  await page.getByRole('heading', { name: 'Fund Drive Information' }).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60)
  // Below 768 px it is a phone: the sidebar lies folded above the page.
  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).waitFor()
  await page.setViewportSize({ width: 767, height: 800 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).waitFor({ state: 'hidden' })
})

test('a phone shows the page first and the figures when they are asked for', night, async () => {
  const owner = await signedIn({ width: 360 })
  const { page } = owner
  const slug = await driveOf(owner)
  await page.goto(`/fund-drive/${slug}/home`)
  const panel = await page.getByRole('heading', { name: 'QR code' }).boundingBox()
  expect(panel!.y).toBeLessThan(3000)
  await page.goto(`/fund-drive/${slug}/info`)
  await scripted(page)
  expect((await page.getByRole('heading', { name: 'Fund Drive Information' }).boundingBox())!.y).toBeLessThan(400)
  await expect.poll(() => page.getByText('Total Withdrawn').isVisible()).toBe(false)
  await page.getByText('Stats & link').click()
  await page.getByText('Total Withdrawn').waitFor()
})

test(
  'each page but Home begins within 200 px at a desk; the figures and the link are one press away',
  night,
  async () => {
    const owner = await signedIn({ width: 1280 })
    const { page } = owner
    const slug = await driveOf(owner)
    for (const way of pages.filter((one) => one !== 'home')) {
      await page.goto(`/fund-drive/${slug}/${way}`)
      const heading = await page.getByRole('heading', { level: 2 }).first().boundingBox()
      expect([way, heading!.y < 200]).toEqual([way, true])
      await expect
        .poll(async () => [way, await page.getByLabel('Link to your fund drive').isVisible()])
        .toEqual([way, false])
    }
  },
)
