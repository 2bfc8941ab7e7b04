import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { placeOn, signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// Hosts: an invitation alone and one of a drive, its occasions, its card, its guests and its waitlist.

/** Fills in the form of a new invitation and sends it; gives the address of its pages. */
async function invite(page: Page): Promise<string> {
  await page.getByLabel('What do you invite to?').selectOption({ label: 'Ruracio' })
  await page.getByLabel('Title on the card').fill('Wanjiku & Kamau')
  await page.getByLabel('Who invites?').fill('The families of Njoroge and Mwangi')
  await page.getByLabel('Day', { exact: true }).fill(dayIn(30))
  await page.getByLabel('Begins at').fill('10:00')
  await page.getByLabel('Place').fill('Limuru')
  await page.getByRole('button', { name: 'Save invitation' }).click()
  await page.getByText('Invitation saved').first().waitFor()
  return page.url().replace(/^https?:\/\/[^/]+|\/home.*$/g, '')
}

test('a host invites, adds a guest, answers for them, and reads how many come', async () => {
  const { page, faults } = await signedIn({ width: 360 })
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByRole('heading', { name: 'New invitation' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const base = await invite(page)
  await page.getByText('No guests yet. Add the first one.').waitFor()
  await page.goto(`${base}/guests`)
  await page.getByRole('button', { name: 'Add a guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a guest' })
  await dialog.getByLabel('Name').fill('Mama Njeri & family')
  await dialog.getByLabel('Seats').fill('4')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add guest' }).click()
  await page.getByText('Guest added').first().waitFor()
  await page.getByRole('link', { name: 'Mama Njeri & family' }).click()
  await page.getByLabel('Answer for them').selectOption({ label: 'Comes' })
  await page.getByLabel('Adults').fill('3')
  await page.getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('Answer saved').first().waitFor()
  await page.goto(`${base}/home`)
  await page.locator('dd').filter({ hasText: /^3$/ }).first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('an owner invites for their drive, and finds the way from its pages; the card shows what guests see', {
  tags: ['night'],
}, async () => {
  const { page, faults } = await signedIn({ width: 1280 })
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/home`)
  await scripted(page)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByLabel('Who invites?').waitFor()
  await expectAccessible(page)
  const base = await invite(page)
  await page.goto(`/fund-drive/${slug}/home`)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('link', { name: /Fund drive: / }).waitFor()
  await page.getByRole('link', { name: 'Card', exact: true }).click()
  await page.getByRole('heading', { name: 'As guests see it' }).waitFor()
  await page.getByRole('radio', { name: 'Committee' }).check()
  await page.getByLabel('Your own words').fill('Eat, sing and remember with us.')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Invitation saved').first().waitFor()
  await page.getByText('Eat, sing and remember with us.').last().waitFor()
  await scripted(page)
  await expectAccessible(page)
  await shot(page, 'gathering-card-wide')
  const other = await page.context().newPage()
  await other.goto(`${base}/card`)
  await other.getByLabel('Your own words').fill('From another window.')
  await other.getByRole('button', { name: 'Save card' }).click()
  await other.getByText('Invitation saved').first().waitFor()
  await page.getByLabel('Your own words').fill('From an older one.')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Changed in another window meanwhile.').first().waitFor()
  expect(faults).toEqual([])
})

test('the host of an invitation that the office stopped reads why, and finds it again', {
  tags: ['night'],
}, async () => {
  const { page, faults } = await signedIn({ width: 360, language: 'sw', theme: 'dark' })
  const slug = await openDrive(page)
  const form = { title: 'Wanjiku & Kamau', hosts: 'Familia', kind: 'ruracio', day: dayIn(30), time: '10:00' }
  const headers = { origin: new URL(page.url()).origin }
  const made = await page.request.post(`/fund-drive/${slug}/invite`, { form, headers, maxRedirects: 0 })
  const base = made.headers().location!.replace(/\/home.*$/, '')
  const set = (to: string) =>
    ask(placeOn(page), `update gatherings set ${to} where slug = $1`, [base.replace('/gathering/', '')])
  const why = 'Guests do not know you.\nPlease tell us who you are.'
  await set(`status = 'stopped', stopped_from = 'open', stopped_why = '${why}'`)
  for (const at of [`${base}/home`, `${base}/guests`, `${base}/guests.csv`, `/fund-drive/${slug}/invite`]) {
    await page.goto(at)
    expect(page.url()).toContain(`${base}/stopped`)
    await page.getByText(why).waitFor()
  }
  await scripted(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shot(page, 'gathering-stopped')
  await page.goto('/dashboard')
  await page.getByRole('listitem').filter({ hasText: 'Imesimamishwa na sisi' }).waitFor()
  await shot(page, 'gathering-stopped-dashboard')
  await page.getByRole('link', { name: form.title }).click()
  await page.getByText(why).waitFor()
  await set(`status = 'open', stopped_from = null, stopped_why = null`)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: form.title }).waitFor()
  expect(page.url()).toContain(`${base}/home`)
  expect(faults).toEqual([])
})

test('in Swahili every page of a host says the same, by day and by night', { tags: ['night'] }, async () => {
  const { page, faults } = await signedIn({ width: 360, language: 'sw', theme: 'dark' })
  const form = {
    title: 'Wanjiku & Kamau',
    hosts: 'Familia',
    kind: 'ruracio',
    day: dayIn(30),
    time: '10:00',
    language: 'sw',
  }
  const origin = new URL(page.url()).origin
  const made = await page.request.post('/dashboard/invite', { form, headers: { origin }, maxRedirects: 0 })
  const base = made.headers().location!.replace(/\/home.*$/, '')
  const guest = { name: 'Mama Njeri', seats: '3', 'occasions[]': '1', phone: '0712345678' }
  await page.request.post(`${base}/guests/add`, { form: guest, headers: { origin }, maxRedirects: 0 })
  for (const [at, words] of [
    ['home', 'Majibu mapya'],
    ['occasions', 'Shughuli'],
    ['occasions/1', 'Nini na lini'],
    ['card', 'Kama wageni wanavyoiona'],
    ['guests', '0712 345 678'],
    ['waiting', 'Hakuna anayesubiri.'],
    ['settings', 'Funga mwaliko'],
  ] as const) {
    await page.goto(`${base}/${at}`)
    await page.getByText(words).first().waitFor()
    await scripted(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await shot(page, `gathering-sw-${at.replace('/', '-')}`)
  }
  expect(faults).toEqual([])
})
