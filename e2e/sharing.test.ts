import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, scripted, type Visitor, visitor } from './visitor.ts'

// What people see of a drive before they open its page: the picture of its link, and where the link came from.

const photo = () =>
  sharp({ create: { width: 640, height: 960, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()

/** A drive with a tall photo, whose owner is signed in on this page. */
async function pictured(owner: Visitor & { scripted: boolean }): Promise<string> {
  const { page } = owner
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/info`)
  // Before its script runs the field sends nothing by itself.
  if (owner.scripted) await scripted(page)
  const chosen = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.getByLabel('Featured Image').setInputFiles(chosen)
  if (owner.scripted) await page.getByText('Uploaded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByRole('heading', { name: 'Picture focus' }).waitFor()
  return slug
}

/** What a stranger's browser and a chat find at the drive's public address. */
async function seen(slug: string) {
  const { page } = await visitor({ javaScript: false })
  await page.goto(`/fundraiser/${slug}`)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const hero = page.locator('main picture img').first()
  return { picture, place: await hero.evaluate((image) => getComputedStyle(image).objectPosition) }
}

/** The same once this is in the middle of the hero. A kept page may be of a moment ago. */
async function seenWith(slug: string, place: string) {
  await expect.poll(async () => (await seen(slug)).place).toBe(place)
  return seen(slug)
}

test('the owner chooses what stays in sight of their picture, by a press and by keys; the link gets another picture', {
  tags: ['night'],
}, async () => {
  const owner = { ...(await signedIn()), scripted: true }
  const { page, faults } = owner
  const slug = await pictured(owner)
  const before = await seen(slug)
  await scripted(page)
  const point = page.getByRole('button', { name: 'Point that stays visible' })
  const box = (await point.boundingBox())!
  // It lies on the picture and on nothing else, or the point would be another than was pressed.
  const under = (await point.locator('xpath=..').locator('img').boundingBox())!
  expect([Math.round(box.width), Math.round(box.height)]).toEqual([Math.round(under.width), Math.round(under.height)])
  await point.click({ position: { x: box.width * 0.25, y: box.height * 0.1 } })
  const [x, y] = [page.getByLabel('Left to right'), page.getByLabel('Top to bottom')]
  await expect.poll(async () => [await x.inputValue(), await y.inputValue()]).toEqual(['25', '10'])
  await page.getByText('25% from the left, 10% from the top').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => [await x.inputValue(), await y.inputValue()]).toEqual(['27', '20'])
  await page.getByRole('button', { name: 'Save this point' }).click()
  await page.getByRole('button', { name: 'Choose automatically' }).waitFor()
  const chosen = await seenWith(slug, '27% 20%')
  expect(chosen.picture).not.toBe(before.picture)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(async () => [await x.inputValue(), await y.inputValue()]).toEqual(['27', '20'])
  await page.getByRole('button', { name: 'Choose automatically' }).click()
  await page.getByRole('button', { name: 'Choose automatically' }).waitFor({ state: 'detached' })
  await expect.poll(() => seen(slug)).toEqual(before)
  expect(faults).toEqual([])
})
