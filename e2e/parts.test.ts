/** @module-tag night */
import { afterAll, beforeAll, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, scripted, visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// A part of a page that can't be read says so in its place and in a toast, and the person who tries again gets it. What is said of
// which part is asked in app/drives/drive/pages/unread-parts.test.ts.

let house: House
let slug: string
beforeAll(async () => {
  house = await openHouse()
  slug = await openDrive((await signedIn({ url: house.url })).page)
})
afterAll(() => house?.stop())

test('the gifts on a public page: the story stands, and they come when they can be read [T260]', async () => {
  const { page } = await visitor({ url: house.url, width: 360 })
  const again = page.getByRole('button', { name: 'Try again' })
  const said = 'Failed to load donations'
  await ask(house, 'alter table donations rename column message to gone_for_a_while')
  await page.goto(`/fundraiser/${slug}?tab=donations`)
  await page.getByRole('alert').filter({ has: again }).getByText(said).waitFor()
  await scripted(page)
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText(said)
    .waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
  await ask(house, 'alter table donations rename column gone_for_a_while to message')
  await again.click()
  await page.getByText('No donations yet').waitFor()
})
