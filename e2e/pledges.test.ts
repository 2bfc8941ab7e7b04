/** @module-tag night */
import { expect, test } from 'vitest'
import { ownPage, someDrive } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// Promises to give later, as the organiser looks after them. Made and paid they are in harambee.test.ts, and without a script in
// app/routes/pledge/pledge.test.ts.

test('the organiser writes a pledge down, reminds on WhatsApp, records cash for it, and releases what is left', async () => {
  const owner = await someDrive()
  const { slug } = owner
  const page = await ownPage(owner, `/fund-drive/${slug}/pledges`)
  await scripted(page)
  await page.getByText('No pledges yet').waitFor()
  await page.getByRole('link', { name: 'Write down a pledge' }).click()
  await scripted(page)
  await page.getByLabel('Who promised').fill('Mama Njeri')
  await page.getByLabel('Amount').fill('5000')
  await page.getByLabel('Phone').fill('0712 345 678')
  await expectAccessible(page)
  await shot(page, 'write')
  await page.getByRole('button', { name: 'Write down the pledge' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Mama Njeri' })
  await row.getByText('written down by').waitFor()
  const remind = await row.getByRole('link', { name: 'Remind on WhatsApp' }).getAttribute('href')
  const answer = await page.request.get(remind!, { maxRedirects: 0 })
  expect(decodeURIComponent(answer.headers().location!)).toMatch(
    /^https:\/\/wa\.me\/254712345678\?text=Hello Mama Njeri! You pledged KES 5,000 .*\/pledge\/\w{25}/,
  )
  await row.getByRole('link', { name: 'Paid outside Harambee' }).click()
  await scripted(page)
  await page.getByLabel('Amount').fill('2000')
  await page.getByLabel('How was it given?').selectOption('mpesa')
  await page.getByLabel('Code of the message').fill('skc12')
  await page.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('Use the 6 to 20 letters and digits of the code.').waitFor()
  const code = `SKC${ownDigits(7)}`
  await page.getByLabel('Code of the message').fill(code)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'paid-outside')
  await page.getByRole('button', { name: 'Record gift' }).click()
  await row.getByText('Part given').waitFor()
  await expect.poll(() => row.textContent()).toMatch(/KES\s2,000/)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await shot(page, 'owner-360')
  await page.getByLabel('Search').fill('Wanjiru')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('No such pledges').waitFor()
  await page.getByLabel('Search').fill('678')
  await page.getByRole('button', { name: 'Search' }).click()
  await row.waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the pledge' }).click()
  await row.getByText('Cancelled').waitFor()
  await page.waitForURL((url) => url.search === '?search=678')
})
