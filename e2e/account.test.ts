import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { expectAccessible } from './visitor.ts'

// What a person does with the account, where a script has a part in it. All else is in app/people/accounts/pages/account.test.ts.

test('signing out in one tab signs out the others [T211]', async () => {
  const { page, context } = await signedIn()
  const second = await context.newPage()
  await second.goto('/dashboard')
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await second.waitForURL('**/auth**')
})

test('the dashboard greets by the clock and shows the empty state [T36]', async () => {
  const { page, who, faults } = await signedIn()
  await page.goto('/dashboard')
  const hour = new Date(Date.now() + 3 * 3_600_000).getUTCHours()
  const part = hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening'
  await page.getByRole('heading', { name: new RegExp(`Good ${part}.*${who.fullName}`) }).waitFor()
  await page.getByText('No fund drives yet').waitFor()
  await page.getByText('New Fund Drive').first().waitFor()
  // The three figures are there from the first day, and the way to the first gift below them.
  const figures = [
    'Total Raised KES 0 of KES 0 goal',
    'Active Drives 0 of 0',
    'Success Rate 0.0% of all goals combined',
  ]
  const tiles = await page.getByRole('main').locator('dl').allInnerTexts()
  expect(tiles.map((words) => words.split(/\s+/).join(' '))).toEqual(figures)
  const steps = page.getByRole('region', { name: 'Four steps to your first gift' })
  await expect.poll(() => steps.getByRole('listitem').count()).toBe(4)
  await expectAccessible(page)
  await steps.getByRole('link', { name: 'Start a fund drive' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
  await page
    .getByRole('button', { name: /menu|account|profile/i })
    .first()
    .click()
  for (const name of ['Profile', 'Settings', 'Sign Out'])
    await page.getByText(name, { exact: true }).locator('visible=true').first().waitFor()
  expect(faults).toEqual([])
})
