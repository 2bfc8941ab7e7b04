import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// A treasurer pastes what a group wrote, enters it, sends the list out, and takes it back.

/** A message of yesterday, whose code tells the same day. */
function message(name: string): string {
  const [year, month, day] = new Date(Date.now() - 21 * 3_600_000).toISOString().slice(0, 10).split('-').map(Number)
  const begins = String.fromCharCode(65 + year! - 2006, 64 + month!) + day!.toString(32).toUpperCase()
  const code = `${begins}E${ownDigits(6)}`
  return `${code} Confirmed.You have received Ksh1,000.00 from ${name} 0723***873 on ${day}/${month}/${year} at 3:45 PM  New M-PESA balance is Ksh6,103.82.`
}
const listOf20 = () => [
  message('AKOTH NEKESA'),
  '',
  '*MICHANGO*',
  ...Array.from({ length: 15 }, (_, at) => `${at + 1}. Giver Number${'abcdefghijklmno'[at]} ${500 + at} ✅`),
  '16. Juma 500/2000',
  '17. Asha 300 pledge',
  '18. Halima 700',
  '19. Mtu 5,00 ✅',
  '20. ~Otieno 500~',
]

test('a list of 20 is pasted, approved, sent out and taken back', async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/bridge`)
  await scripted(page)
  await page.getByLabel('Messages or list').fill(listOf20().join('\n'))
  await page.getByRole('button', { name: 'Read the text' }).click()
  await page.getByRole('heading', { name: 'Check the rows' }).waitFor()
  await scripted(page)
  // Only the treasurer's own message with its code is ticked beforehand.
  const boxes = page.locator('input[name^="pick."]')
  await expect
    .poll(async () => [await boxes.count(), await page.locator('input[name^="pick."]:checked').count()])
    .toEqual([19, 1])
  await page.getByText('19. Mtu 5,00 ✅').waitFor()
  await page.getByText('Crossed out').waitFor()
  await page.getByText('19 rows, KES 11,605').waitFor()
  // Each row takes little of a phone.
  const heights = await page
    .locator('section[aria-label^="Giver"]')
    .evaluateAll((all) => all.map((one) => one.clientHeight))
  expect([heights.length, Math.max(...heights) <= 96]).toEqual([15, true])
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tick all rows without a mark' }).click()
  await page.locator('section', { hasText: 'Halima' }).getByRole('checkbox').first().uncheck()
  // The list does not say how it was given: nothing is entered until its person does.
  await page.getByRole('button', { name: 'Enter 18 rows' }).click()
  await page.getByText('Please choose how it was given.').last().waitFor()
  const given = page.getByLabel('How was it given?', { exact: true })
  await expect.poll(() => given.inputValue()).toBe('')
  await given.selectOption('cash')
  await page.getByRole('button', { name: 'Enter 18 rows' }).click()
  await page.getByText('18 rows entered').first().waitFor()
  await page.getByText('18 entered, 1 left').waitFor()

  await page.goto(`/fund-drive/${slug}/list`)
  await scripted(page)
  const text = await page.getByLabel('The list as text').inputValue()
  expect(text).toContain('Akoth Nekesa - 1,000 ✅')
  expect(text).toContain('Juma - 2,000 (paid 500, balance 1,500) ⏳')
  expect(text).toContain('Asha - 300 ⏳')
  expect(text).toContain('Total paid: KES 9,105')
  expect(text).toContain(`/fundraiser/${slug}`)
  await expect.poll(() => page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')).toContain('wa.me')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const file = await page.request.get(`/fund-drive/${slug}/list.txt`)
  expect(await file.text()).toBe(`${text}\n`)
  const picture = await page.request.get(`/fund-drive/${slug}/list.jpg?page=1`)
  expect([picture.headers()['content-type'], (await picture.body()).length <= 250_000]).toEqual(['image/jpeg', true])
  expect((await page.request.get(`/fund-drive/${slug}/list.jpg?page=2`)).status()).toBe(404)

  // Our own list, pasted again, proposes nothing.
  await page.goto(`/fund-drive/${slug}/bridge`)
  await scripted(page)
  await page.getByLabel('Messages or list').fill(text)
  await page.getByRole('button', { name: 'Read the text' }).click()
  await page.getByText('All that we read in this text is counted already.').first().waitFor()

  await page.goto(`/fund-drive/${slug}/bridge`)
  await scripted(page)
  await page.getByRole('link', { name: 'Take this paste back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take this paste back?' })
  // 16 gifts, and what was paid of the promise of Juma.
  await question.getByText('17 gifts are cancelled.').waitFor()
  await question.getByText('2 pledges are cancelled.').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shot(page, 'take-back')
  await question.getByRole('link', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Take this paste back' }).click()
  await question.getByRole('button', { name: 'Take the paste back' }).click()
  await page.getByText('18 rows taken back').first().waitFor()
  await page.goto(`/fund-drive/${slug}/list`)
  await expect.poll(() => page.getByLabel('The list as text').inputValue()).not.toContain('Akoth')
  expect(faults).toEqual([])
})

test('what was corrected on one page of the rows is still there after another page was looked at', {
  tags: ['night'],
  timeout: 60_000,
}, async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/bridge`)
  await scripted(page)
  const letters = (at: number) => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
  const lines = Array.from({ length: 120 }, (_, at) => `${at + 1}. Giver ${letters(at)}ra ${500 + at} ✅`)
  await page.getByLabel('Messages or list').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Read the text' }).click()
  await page.getByRole('heading', { name: 'Check the rows' }).waitFor()
  await scripted(page)
  const first = page.locator('section', { hasText: 'Giver Aara' })
  await first.getByRole('checkbox').first().check()
  await first.getByText('Change', { exact: true }).click()
  await first.getByLabel('Name').first().fill('Wambui')
  await first.getByLabel('Amount in KES').fill('2,500')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await page.getByRole('button', { name: 'Enter 1 row', exact: true }).waitFor()
  await pages.getByRole('link', { name: '2' }).click()
  // The second page has its own count.
  await page.getByRole('button', { name: 'Enter 0 rows' }).waitFor()
  await page.getByLabel('How was it given?', { exact: true }).selectOption('bank')
  await pages.getByRole('link', { name: '1' }).click()
  await page.getByRole('button', { name: 'Enter 1 row', exact: true }).click()
  await page.getByText('1 row entered').first().waitFor()
  await page.goto(`/fund-drive/${slug}/recorded`)
  await page.getByRole('row', { name: /Wambui.*2,500.*Bank/ }).waitFor()
  expect(faults).toEqual([])
})
