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
const said = ['ok thanks', '[12/11/26, 10:05] Shiro: Amen', 'Kamau added Njeri']

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

const words = {
  en: {
    add: 'Add a list',
    list: 'Your list',
    look: 'Look at the guests',
    check: 'Check the guests',
    unread: 'Not read',
    number: 'The phone number can’t be right',
    seats: 'Seats have to be between 1 and 50',
    belongs: 'This number belongs to Mama Njeri.',
    both: 'Keep both',
    change: 'Change the list',
    enter: 'Add the guests',
    vouch: 'I know these people and may invite them',
    refused: 'Please say that you know these people and may invite them.',
    added: '37 guests added',
    entered: 'This list has been entered.',
    seatsOf: '2 seats',
  },
  sw: {
    add: 'Ongeza orodha',
    list: 'Orodha yako',
    look: 'Tazama wageni',
    check: 'Kagua wageni',
    unread: 'Haikusomwa',
    number: 'Nambari ya simu haiwezi kuwa sahihi',
    seats: 'Nafasi ziwe kati ya 1 na 50',
    belongs: 'Nambari hii ni ya Mama Njeri.',
    both: 'Weka wote wawili',
    change: 'Badilisha orodha',
    enter: 'Ongeza wageni',
    vouch: 'Ninawajua watu hawa na ninaweza kuwaalika',
    refused: 'Tafadhali sema kwamba unawajua watu hawa na unaweza kuwaalika.',
    added: 'Wageni 37 wameongezwa',
    entered: 'Orodha hii imeshaingizwa.',
    seatsOf: 'nafasi 2',
  },
} as const

for (const [wishes, tags] of [
  [{ language: 'en', theme: 'light' }, []],
  [{ language: 'sw', theme: 'dark' }, ['night']],
] as const)
  test(`forty lines are pasted, looked at, mended and invited (${wishes.language})`, { tags: [...tags] }, async () => {
    const says = words[wishes.language]
    const { page, faults } = await signedIn({ ...wishes, width: 360 })
    const looksWell = async (name: string) => {
      await expectNoSidewaysScroll(page)
      await scripted(page)
      await expectAccessible(page)
      await shot(page, `guest-list-${wishes.language}-${name}`)
    }
    const at = await hosting(page)
    await page.goto(at)
    await page.getByRole('button', { name: says.add }).click()
    await page.getByRole('heading', { name: says.add }).waitFor()
    await looksWell('form')
    expect(lines).toHaveLength(40)
    await page.getByLabel(says.list).fill(lines.join('\n'))
    await page.getByRole('button', { name: says.look }).click()

    await page.getByRole('heading', { name: says.check }).waitFor()
    await page.getByRole('heading', { name: says.unread }).waitFor()
    for (const line of wrong) await page.getByText(line.replace(/^\d+\. /, '')).waitFor()
    await page.getByText(says.number).waitFor()
    await page.getByText(says.seats).waitFor()
    await page.getByText(says.belongs).waitFor()
    await page.getByText('Mzee Souza').waitFor()
    await looksWell('check')

    await page.getByRole('link', { name: says.change }).click()
    await page.getByLabel(says.list).waitFor()
    await expect.poll(() => page.getByLabel(says.list).inputValue()).toBe(lines.join('\n'))
    const mended = lines.join('\n').replace('071234567 x2', '0712 345 670 x2').replace('x60', 'x6')
    await page.getByLabel(says.list).fill(mended)
    await page.getByRole('button', { name: says.look }).click()
    await page.getByText('0712 345 670').waitFor()
    await expect.poll(() => page.getByText(says.number).count()).toBe(0)

    await page.getByRole('group', { name: 'Njeri wa Kamau' }).getByLabel(says.both).check()
    await page.getByRole('button', { name: says.enter }).click()
    await page.getByText(says.refused).first().waitFor()
    await expect
      .poll(() => page.getByRole('group', { name: 'Njeri wa Kamau' }).getByLabel(says.both).isChecked())
      .toBe(true)
    await page.getByLabel(says.vouch).check()
    const preview = page.url()
    await page.getByRole('button', { name: says.enter }).click()
    await page.getByText(says.added).first().waitFor()
    await page.goto(`${at}?q=Wekesa`)
    await page.getByRole('link', { name: 'Wekesa' }).waitFor()
    await page.getByText(says.seatsOf).first().waitFor()
    await looksWell('entered')
    await page.goto(preview)
    await page.getByText(says.entered).waitFor()
    expect(faults).toEqual([])
  })

test('what was said in the chat is marked, and a guest only where it is ticked', { tags: ['night'] }, async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const at = await hosting(page)
  await page.goto(`${at}/import`)
  await page.getByLabel('Your list').fill(['1. Asha 0712 345 679', ...said].join('\n'))
  await page.getByRole('button', { name: 'Look at the guests' }).click()
  await page.getByRole('heading', { name: 'This looks like a message, not a name' }).waitFor()
  for (const name of ['ok thanks', 'Amen', 'Kamau added Njeri'])
    await expect.poll(() => page.getByRole('checkbox', { name }).isChecked()).toBe(false)
  await scripted(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shot(page, 'guest-list-said')
  await page.getByRole('checkbox', { name: 'Amen' }).check()
  await page.getByRole('button', { name: 'Add the guests' }).click()
  // Refused for the box that is not ticked: what was ticked stays so.
  await page.getByText('Please say that you know these people').first().waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Amen' }).isChecked()).toBe(true)
  await page.getByLabel('I know these people and may invite them').check()
  await page.getByRole('button', { name: 'Add the guests' }).click()
  await page.getByText('2 guests added').first().waitFor()
  await page.getByRole('link', { name: 'Amen' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'ok thanks' }).count()).toBe(0)
  expect(faults).toEqual([])
})
