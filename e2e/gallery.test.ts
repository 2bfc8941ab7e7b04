import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  house,
  meanwhile,
  scripted,
  type Visitor,
  visitor,
} from './visitor.ts'

// An owner fills the gallery with pictures and videos, and visitors look at it.

const night = { tags: ['night'] }

/** A drive of the person who this page belongs to. */
async function newDrive(page: Page): Promise<string> {
  const form = { title: 'A well for Kisumu', collects: 'on', goal: '100000', category: 'Community' }
  const made = await page.request.post('/dashboard/new', { form, headers: { origin: house() }, maxRedirects: 0 })
  return made.headers().location!.split('/')[2]!
}
async function owner(wishes: Parameters<typeof signedIn>[0] = {}) {
  const one = await signedIn(wishes)
  const slug = await newDrive(one.page)
  return { ...one, slug, base: `/fund-drive/${slug}` }
}
const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
})
const three = () =>
  Promise.all([photo('red.png', '#c83c3c'), photo('green.png', '#3cc83c'), photo('blue.png', '#3c3cc8')])
const items = (page: Page) => page.getByRole('list', { name: 'Images' }).getByRole('listitem')
const captions = (page: Page) =>
  items(page)
    .getByLabel('Caption')
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value).join(' '))
const until = (what: () => Promise<unknown>, is: unknown) => expect.poll(what, { timeout: 15_000 }).toEqual(is)

/** Three pictures with a caption each, in place. */
async function filled(page: Page, base: string) {
  await page.goto(`${base}/images`)
  await scripted(page)
  await page.getByLabel('Add images').setInputFiles(await three())
  await page.getByText('Image uploaded successfully').waitFor()
  await until(() => items(page).count(), 3)
  for (const [at, name] of ['red', 'green', 'blue'].entries()) {
    await items(page).nth(at).getByLabel('Caption').fill(name)
    await items(page).nth(at).getByLabel('Caption').press('Enter')
    await items(page).nth(at).getByText('Saved').waitFor()
  }
}

test('pictures are uploaded at once, in the order they were chosen, and deleted with a way back; what is none is told at its place [T98]', async () => {
  const { page, base, faults } = await owner()
  await page.goto(`${base}/images`)
  await scripted(page)
  await page.getByText('No images yet').waitFor()
  await expectAccessible(page)
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await page.getByLabel('Add images').setInputFiles([...(await three()), text, large])
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
  await uploads.filter({ hasText: 'notes.txt' }).getByText('Please select an image file').waitFor()
  await uploads.filter({ hasText: 'large.png' }).getByText('File size must be less than 5MB').waitFor()
  await page.getByText('Image uploaded successfully').waitFor()
  await until(() => items(page).count(), 3)
  await page.getByText('3 of 30').waitFor()
  const colours = await items(page)
    .locator('picture')
    .evaluateAll((all) => all.map((one) => one.style.background.match(/\d+/g)!.map(Number)))
  expect(colours.map((rgb) => rgb.indexOf(Math.max(...rgb)))).toEqual([0, 1, 2])
  const second = items(page).nth(1).getByLabel('Caption')
  await second.fill('green')
  await second.press('Enter')
  await items(page).nth(1).getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Delete image 2' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => items(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Delete image 2' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Image removed successfully').waitFor()
  await until(() => items(page).count(), 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(() => captions(page), ' green ')
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('pictures get captions and another order, by drag, by buttons and by arrow keys', night, async () => {
  const { page, base, slug } = await owner()
  await filled(page, base)
  await items(page).nth(0).locator('picture').dragTo(items(page).nth(2).locator('picture'))
  await until(() => captions(page), 'green blue red')
  await page.getByRole('button', { name: 'Move image 3 earlier' }).press('Enter')
  await page.getByText('Image moved to place 2 of 3.').waitFor()
  await until(() => captions(page), 'green red blue')
  await page.getByRole('button', { name: 'Drag image 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await until(() => captions(page), 'red blue green')
  // What is shown is kept: visitors see it, too.
  const guest = await visitor()
  const alts = async () => {
    await guest.page.goto(`/fundraiser/${slug}?tab=gallery`)
    const shown = guest.page.getByRole('tabpanel').getByRole('link').getByRole('img')
    return shown.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))
  }
  await until(alts, ['red', 'blue', 'green'])
})

const add = async (page: Page, url: string) => {
  // Until the dialog of another one is gone, its own button of the same name is the one that is found.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add Video' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Video URL').fill(url)
  await dialog.getByRole('button', { name: 'Add Video' }).click()
}

test('videos are added by their address, renamed, moved, deleted and brought back; what can’t be shown is told [T102]', async () => {
  const { page, base, faults } = await owner()
  await page.goto(`${base}/video`)
  await scripted(page)
  await add(page, 'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ')
  await page.getByText('Error adding video').waitFor()
  await page
    .getByRole('dialog')
    .getByText(/YouTube, Vimeo, TikTok or Facebook/)
    .last()
    .waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await add(page, 'https://youtu.be/dQw4w9WgXcQ')
  await page.getByText('Video added successfully').waitFor()
  await add(page, 'https://a.example.org/school-visit.mp4')
  const videos = page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
  await until(() => videos.count(), 2)
  const titles = () =>
    videos.getByLabel('Title').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value).join('|'))
  await until(titles, '|school visit')
  await videos.nth(0).getByLabel('Title').fill('Our song')
  await page.getByRole('button', { name: 'Move video 2 earlier' }).click()
  await until(titles, 'school visit|Our song')
  await page.getByRole('button', { name: 'Delete video 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Video removed successfully').waitFor()
  await until(titles, 'Our song')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(titles, 'school visit|Our song')
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test(
  'a dialog that is closed and asked for again at once opens, however slow the page behind it is',
  night,
  async () => {
    const { page, base } = await owner()
    await page.goto(`${base}/video`)
    await scripted(page)
    const dialog = page.getByRole('dialog', { name: 'Add Video' })
    await page.getByRole('button', { name: 'Add Video' }).click()
    await dialog.getByLabel('Video URL').fill('https://example.org/none')
    await meanwhile(
      page,
      '**/video.data**',
      () => page.keyboard.press('Escape'),
      async () => {
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Add Video' }).click()
        await dialog.waitFor()
      },
    )
    await dialog.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ')
    await dialog.getByRole('button', { name: 'Add Video' }).click()
    await page.getByText('Video added successfully').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(`${base}/video`)
  },
)

const addresses = [
  ['YouTube video', 'https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/'],
  ['Vimeo video', 'https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['@mama.achieng', 'https://www.tiktok.com/@mama.achieng/video/6718335390845095173', 'https://www.tiktok.com/player/'],
  ['Facebook video', 'https://fb.watch/aBcD_12-x/', 'https://www.facebook.com/plugins/video.php?href='],
  ['school visit', 'https://a.example.org/school-visit.mp4', 'https://a.example.org/school-visit.mp4'],
] as const

/** Everything this visitor's browser asks of anybody but the app. */
function askedElsewhere({ page }: Visitor): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(house())) asked.push(request.url())
  })
  return asked
}

test(
  'a video asks its provider for nothing before a visitor wants it, and every player may be framed then',
  night,
  async () => {
    const { page, base, slug } = await owner()
    for (const [, url] of addresses)
      await page.request.post(`${base}/video/add`, { form: { url }, headers: { origin: house() }, maxRedirects: 0 })
    const guest = await visitor({ theme: 'dark', width: 360 })
    const asked = askedElsewhere(guest)
    await guest.page.goto(`/fundraiser/${slug}?tab=gallery`)
    await scripted(guest.page)
    await expectAccessible(guest.page)
    await expectNoSidewaysScroll(guest.page)
    await guest.page.evaluate(() => {
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
        document.body.setAttribute('data-refused', blockedURI),
      )
    })
    expect(asked).toEqual([])
    for (const [title, , player] of addresses) {
      await guest.page.getByRole('button', { name: `Play video: ${title}` }).click()
      await until(async () => asked.some((url) => url.startsWith(player)), true)
      await guest.page.locator(`iframe[title="${title}"], video[title="${title}"]`).waitFor()
    }
    await expect.poll(() => guest.page.locator('body').getAttribute('data-refused')).toBeNull()
    await expect.poll(() => guest.page.locator('iframe:not([sandbox])').count()).toBe(0)
  },
)

const inView = (dialog: Locator) =>
  dialog.getByRole('img').evaluateAll((all) => {
    const found = all.find((one) => {
      const { left, width } = one.getBoundingClientRect()
      return left + width / 2 > 0 && left + width / 2 < innerWidth
    })
    return (found as HTMLImageElement | undefined)?.alt
  })

test('visitors enlarge a picture and go on by key and by button; Escape and Back bring them back to it [T14]', async () => {
  const { page, base, slug } = await owner()
  await filled(page, base)
  const guest = await visitor()
  await guest.page.goto(`/fundraiser/${slug}?tab=gallery`)
  await scripted(guest.page)
  await expectAccessible(guest.page)
  const second = guest.page.getByRole('link', { name: 'green' })
  await second.click()
  const dialog = guest.page.getByRole('dialog', { name: 'Pictures, enlarged' })
  await until(() => inView(dialog), 'green')
  await expectAccessible(guest.page)
  await guest.page.keyboard.press('ArrowRight')
  await until(() => inView(dialog), 'blue')
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await until(() => inView(dialog), 'green')
  await guest.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const isFocused = () => second.evaluate((link) => link === document.activeElement)
  expect(await isFocused()).toBe(true)
  // Back closes it, too.
  await second.click()
  await until(() => inView(dialog), 'green')
  await dialog.getByText('green', { exact: true }).waitFor()
  await guest.page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await until(isFocused, true)
  expect(new URL(guest.page.url()).search).toBe('?tab=gallery')
  // The same pictures turn at the top of the page.
  const hero = guest.page.getByRole('region', { name: 'Pictures of this fundraiser' })
  const isAt = (nr: number) =>
    until(() => hero.getByRole('button', { name: `Show picture ${nr}` }).getAttribute('aria-current'), 'true')
  await hero.getByRole('button', { name: 'Show picture 3' }).click()
  await isAt(3)
  await hero.getByRole('button', { name: 'Previous picture' }).click()
  await isAt(2)
  await hero.getByRole('button', { name: 'Next picture' }).click()
  await isAt(3)
  // One that can't be fetched leaves the row.
  const lost = /\/media\/drives\/[0-9a-f]{32}/.exec((await second.getByRole('img').getAttribute('src'))!)![0]
  const late = await visitor()
  await late.page.route(`**${lost}*`, (route) => route.abort())
  await late.page.goto(`/fundraiser/${slug}`)
  await scripted(late.page)
  const dots = late.page
    .getByRole('region', { name: 'Pictures of this fundraiser' })
    .getByRole('button', { name: /^Show picture/ })
  await late.page.getByRole('button', { name: 'Next picture' }).click()
  await until(() => dots.count(), 2)
})
