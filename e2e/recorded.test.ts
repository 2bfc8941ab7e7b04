import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// Gifts that did not pass through us, and the treasurer who records them.

test('an owner records cash, corrects it and makes it void; its giver removes their name', async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const slug = await openDrive(page, 'Heal Mama Achieng', '250000')
  await page.goto(`/fund-drive/${slug}/recorded`)
  await scripted(page)
  await page.getByRole('heading', { name: 'No recorded gifts yet' }).waitFor()
  await page.getByRole('button', { name: 'Record a gift' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a gift' })
  await dialog.getByLabel('Amount').fill('0')
  await dialog.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await dialog.getByLabel('Phone number').fill('0712 345 678')
  await dialog.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('Please enter an amount from KES 1 to KES 20,000,000.').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Amount').fill('2000')
  await dialog.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('The gift is recorded').first().waitFor()
  await page.getByText('0712 … 678').first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  await page.getByLabel('Amount').fill('2500')
  await page.getByLabel('Why?').first().fill('a slip')
  await page.getByRole('button', { name: 'Save change' }).click()
  await page.getByText('The change is saved').first().waitFor()
  await page.getByText('KES 2,500').last().waitFor()
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  const receipt = await page.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')
  await page.getByLabel('Why?').last().fill('counted twice')
  await page.getByRole('button', { name: 'Cancel this gift' }).click()
  await page.getByText('The recorded gift is cancelled').first().waitFor()
  const giver = await visitor({ width: 360 })
  await giver.page.goto(receipt!)
  await giver.page.getByText('This money did not pass through Harambee.').waitFor()
  await giver.page.getByText('Reason: counted twice').waitFor()
  const [givenBy, removal] = ['Given by', 'Is this you? Remove your name'].map((words) =>
    giver.page.getByText(words, { exact: true }),
  )
  await givenBy!.waitFor()
  await removal!.click()
  await giver.page.getByRole('button', { name: 'Remove my name' }).click()
  // On paper no name is asked of a giver who gave none.
  await givenBy!.waitFor({ state: 'detached' })
  await giver.page.getByText('KES 2,500').first().waitFor()
  await expect
    .poll(async () => [await removal!.count(), await giver.page.getByText('Amina Yusuf').count()])
    .toEqual([0, 0])
  await expectNoSidewaysScroll(giver.page)
  expect([...faults, ...giver.faults]).toEqual([])
})

test('envelopes are recorded one after the other, and one that may be there already is asked about', {
  tags: ['night'],
}, async () => {
  const { page, faults } = await signedIn({ width: 360 })
  const slug = await openDrive(page, 'Heal Mama Achieng', '250000')
  await page.goto(`/fund-drive/${slug}/recorded/add`)
  await scripted(page)
  const dialog = page.getByRole('dialog', { name: 'Record a gift' })
  const day = dialog.getByLabel('Day given')
  await dialog.getByLabel('Amount').fill('2000')
  await dialog.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await day.fill('2026-01-02')
  await dialog.getByLabel('How was it given?').selectOption('cheque')
  const next = dialog.getByRole('button', { name: 'Save and record the next' })
  await next.dblclick()
  await page.getByText('The gift is recorded').first().waitFor()
  await page.waitForURL(/\/recorded\/add\?before=\d+$/)
  await scripted(page)
  // Nothing is left of the one before but its day and its way.
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('')
  await expect.poll(() => dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await expect
    .poll(async () => [await day.inputValue(), await dialog.getByLabel('How was it given?').inputValue()])
    .toEqual(['2026-01-02', 'cheque'])
  await dialog.getByLabel('Amount').fill('2,000')
  await dialog.getByLabel('Name', { exact: true }).fill('amina yusuf')
  await day.fill('2026-01-03')
  await next.click()
  await dialog.getByText('This may be recorded already: Amina Yusuf, KES 2,000, on the day before').waitFor()
  const tick = dialog.getByLabel('It is another gift: record it anyway')
  await expect
    .poll(async () => [await tick.isChecked(), await dialog.getByLabel('Amount').inputValue()])
    .toEqual([false, '2,000'])
  await expect.poll(() => tick.evaluate((box) => box === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await tick.check()
  await dialog.getByRole('button', { name: 'Record gift' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/recorded'))
  await page.getByRole('link', { name: 'amina yusuf', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /amina yusuf/i }).count()).toBe(2)
  expect(faults).toEqual([])
})

test('a day to come is refused in the words of the page, not in those of the browser', {
  tags: ['night'],
}, async () => {
  const { page } = await signedIn({ language: 'sw' })
  const slug = await openDrive(page)
  await page.goto(`/fund-drive/${slug}/recorded/add`)
  await scripted(page)
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=amount]').fill('100')
  await dialog.locator('[name=givenOn]').fill('2199-01-01')
  await dialog.locator('button[name=next]').click()
  await dialog.getByText(/Chagua siku isiyozidi \d/).waitFor()
})
