/** @module-tag night */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { sayIn } from '#test/said.ts'
import { ask } from './database.ts'
import { later } from './invitation.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// A person writes down who helped them, remembers a guest, and invites both to the next gathering; the guest has the note removed.

const place = { dataDir: inject('dataDir') }

/** A gathering of theirs, made as a browser without a script does it. */
async function invites(page: Page, title: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin }
  const form = { title, hosts: 'Familia', kind: 'ruracio', day: dayIn(30), time: '10:00' }
  const made = await page.request.post('/dashboard/invite', { form, headers, maxRedirects: 0 })
  return /^\/gathering\/([^/]+)/.exec(made.headers().location!)![1]!
}

/** A guest of it; gives the address of the host's page about them, and of their own. */
async function inviting(page: Page, slug: string, name: string) {
  const headers = { origin: new URL(page.url()).origin }
  const form = { name, seats: '4', 'occasions[]': '1', phone: '0712345678' }
  await page.request.post(`/gathering/${slug}/guests/add`, { form, headers, maxRedirects: 0 })
  const [row] = await ask(
    place,
    'select s.id, s.link from supporters s join gatherings g on g.id = s.gathering_id where g.slug = $1',
    [slug],
  )
  return { story: `/gathering/${slug}/guests/${row!.id}`, own: `/i/${row!.link}` }
}

const wishes = { language: 'sw', theme: 'dark', width: 360 } as const
const say = sayIn('sw')

test('a household is written down, remembered, invited and let go', async () => {
  const { page, faults } = await signedIn(wishes)
  const looksWell = async (name: string) => {
    await expectNoSidewaysScroll(page)
    await shot(page, `kumbukumbu-${name}`)
    await scripted(page)
    await expectAccessible(page)
  }
  // In Swahili the button that opens a form is called like the one that sends it.
  const press = (name: string) =>
    page
      .getByRole('button', { name: say(name), exact: true })
      .last()
      .click()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: say('Kumbukumbu: who helped you') }).click()
  await page.getByText(say('Nobody is in your book yet')).waitFor()
  await looksWell('empty')

  // A form that is refused keeps what was typed.
  await page.goto('/kumbukumbu/add')
  await scripted(page)
  await page.getByLabel(say('Your words')).fill('Waliimba usiku kucha')
  await press('Add household')
  await page.getByText(say('Please enter a name.')).first().waitFor()
  await expect.poll(() => page.getByLabel(say('Your words')).inputValue()).toBe('Waliimba usiku kucha')
  await looksWell('refused')
  await page.getByLabel(say('Name'), { exact: true }).fill('Baba Otieno')
  await page.getByLabel(say('People who came')).fill('3')
  await page.getByLabel(say('What they gave')).fill('2500')
  await press('Add household')
  await page.getByRole('link', { name: 'Baba Otieno' }).waitFor()
  await page.getByText('KES 2,500').first().waitFor()

  const slug = await invites(page, 'Wanjiku & Kamau')
  const { story, own } = await inviting(page, slug, 'Mama Njeri & family')
  await later({ page, slug } as Parameters<typeof later>[0], 'over')
  await page.goto(story)
  await looksWell('guest')
  await page.getByLabel(say('Your words')).fill('Alileta mbuzi')
  await press('Remember this household')
  await page.getByRole('link', { name: say('Read or change it') }).click()
  await page.getByLabel(say('Name'), { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel(say('Your words')).inputValue()).toBe('Alileta mbuzi')
  await looksWell('change')
  await page.getByLabel(say('Your words')).fill('Alileta mbuzi wawili')
  await press('Save household')
  await page.getByText('Alileta mbuzi wawili').first().waitFor()
  await looksWell('book')
  const file = await (await page.request.get('/kumbukumbu.csv')).text()
  expect(file).toMatch(/Baba Otieno,.*,3,2500,Waliimba usiku kucha\r\nMama Njeri & family,0712 345 678,/)

  // Both are invited to what comes next.
  const next = await invites(page, 'Ubatizo')
  await page.goto(`/gathering/${next}/guests/import`)
  await page.getByRole('link', { name: say('Choose households') }).click()
  await page.getByLabel('Baba Otieno').waitFor()
  await press('Look at the guests')
  await page.getByText(say('Please choose at least one household.')).first().waitFor()
  await looksWell('choose')
  await page.getByLabel('Baba Otieno').check()
  await page.getByLabel('Mama Njeri & family').check()
  await press('Look at the guests')
  await page.getByRole('heading', { name: say('Check the guests') }).waitFor()
  await page.getByLabel(say('I know these people and may invite them')).check()
  await press('Add the guests')
  await page.getByRole('link', { name: 'Mama Njeri & family' }).waitFor()

  // The guest reads that they are in the book, not what it says, and leaves it.
  const guest = await visitor(wishes)
  await guest.page.goto(own)
  await guest.page.locator('#note').waitFor()
  expect(await guest.page.content()).not.toContain('mbuzi')
  await expectNoSidewaysScroll(guest.page)
  await shot(guest.page, 'kumbukumbu-note')
  await guest.page.getByRole('button', { name: say('Remove the note') }).click()
  await guest.page.locator('#note').waitFor({ state: 'detached' })
  await page.goto('/kumbukumbu')
  await page.getByRole('link', { name: 'Baba Otieno' }).waitFor()
  await expect.poll(() => page.getByText('Mama Njeri').count()).toBe(0)
  expect([...faults, ...guest.faults]).toEqual([])
})
