import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// A host has a list in WhatsApp: forty lines are pasted, looked at and entered, and nothing of them is lost.

const plain = Array.from({ length: 31 }, (_, nr) => `${nr + 2}. Mgeni wa ${nr + 2} 0711 000 ${300 + nr} x2`)
const wrong = ['33. Wekesa 071234567 x2', '34. Bishop 0711 000 401 x60']
const lines = [
  'Wageni wa harusi:',
  '1. Mama Njeri 0712 345 678 x4 #familia',
  ...plain,
  ...wrong,
  '[12/11/26, 10:04] Kamau: Baba Otieno 0722 000 111 watu 4',
  // The number of Mama Njeri, who is on the list already.
  '35. Njeri wa Kamau 0712345678 x2',
  // The same guest twice.
  '36. Mgeni wa 2 0711 000 300 x2',
  '37. Nyanya Wangari +2',
  '38. Mzee Souza',
]

/** A host's new invitation with Mama Njeri on its list; gives the address of the list. */
async function hosting(page: Page): Promise<string> {
  const origin = new URL(page.url()).origin
  const about = { title: 'Wanjiku & Kamau', hosts: 'Familia', kind: 'wedding', day: dayIn(30), time: '10:00' }
  const made = await page.request.post('/dashboard/invite', { form: about, headers: { origin }, maxRedirects: 0 })
  const base = made.headers().location!.replace(/\/home.*$/, '')
  const guest = { name: 'Mama Njeri', seats: '3', 'occasions[]': '1', phone: '0712345678' }
  await page.request.post(`${base}/guests/add`, { form: guest, headers: { origin }, maxRedirects: 0 })
  return `${base}/guests`
}

test('forty lines are pasted, looked at, mended and invited', async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const looksWell = async (name: string) => {
    await expectNoSidewaysScroll(page)
    await scripted(page)
    await expectAccessible(page)
    await shot(page, `guest-list-${name}`)
  }
  const at = await hosting(page)
  await page.goto(at)
  await page.getByRole('button', { name: 'Add a list' }).click()
  await page.getByRole('heading', { name: 'Add a list' }).waitFor()
  await looksWell('form')
  expect(lines).toHaveLength(40)
  await page.getByLabel('Your list').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Look at the guests' }).click()

  await page.getByRole('heading', { name: 'Check the guests' }).waitFor()
  await page.getByRole('heading', { name: 'Not read' }).waitFor()
  for (const line of wrong) await page.getByText(line.replace(/^\d+\. /, '')).waitFor()
  await page.getByText('The phone number can’t be right').waitFor()
  await page.getByText('Seats have to be between 1 and 50').waitFor()
  await page.getByText('This number belongs to Mama Njeri.').waitFor()
  await page.getByText('Mzee Souza').waitFor()
  await looksWell('check')

  await page.getByRole('link', { name: 'Change the list' }).click()
  await page.getByLabel('Your list').waitFor()
  await expect.poll(() => page.getByLabel('Your list').inputValue()).toBe(lines.join('\n'))
  const mended = lines.join('\n').replace('071234567 x2', '0712 345 670 x2').replace('x60', 'x6')
  await page.getByLabel('Your list').fill(mended)
  await page.getByRole('button', { name: 'Look at the guests' }).click()
  await page.getByText('0712 345 670').waitFor()
  await expect.poll(() => page.getByText('The phone number can’t be right').count()).toBe(0)

  await page.getByRole('group', { name: 'Njeri wa Kamau' }).getByLabel('Keep both').check()
  await page.getByRole('button', { name: 'Add the guests' }).click()
  await page.getByText('Please say that you know these people and may invite them.').first().waitFor()
  await expect
    .poll(() => page.getByRole('group', { name: 'Njeri wa Kamau' }).getByLabel('Keep both').isChecked())
    .toBe(true)
  await page.getByLabel('I know these people and may invite them').check()
  const preview = page.url()
  await page.getByRole('button', { name: 'Add the guests' }).click()
  await page.getByText('37 guests added').first().waitFor()
  await page.goto(`${at}?q=Wekesa`)
  await page.getByRole('link', { name: 'Wekesa' }).waitFor()
  await page.getByText('2 seats').first().waitFor()
  await looksWell('entered')
  await page.goto(preview)
  await page.getByText('This list has been entered.').waitFor()
  expect(faults).toEqual([])
})
