import { expect, test } from 'vitest'
import { actEarly } from './acts.ts'
import { beSignedIn, signedIn } from './session.ts'
import { alive, scripted, visitor } from './visitor.ts'

// The list of addresses that comes with a page leaves out the back office and the pretend world: they are reached all the
// same, and every page is in the list that it brings.

test.each(['/', '/fundraiser/heal-mama-achieng', '/auth', '/nowhere', '/sandbox/kit', '/Sandbox/%6Bit'])(
  '%s is at rest once it is there',
  { tags: ['night'] },
  async (path) => {
    const { page, faults } = await visitor()
    let loads = 0
    page.on('domcontentloaded', () => loads++)
    await page.goto(path)
    await scripted(page)
    await page.waitForTimeout(1500)
    expect(loads).toBe(1)
    expect(faults).toEqual([])
  },
)

test('an administrator goes from their own pages to the back office and back, by links alone [T117]', async () => {
  const { page, faults } = await visitor()
  await beSignedIn(page, { email: 'admin@harambee.test' })
  await page.goto('/dashboard')
  await scripted(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('main').getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await scripted(page)
  await page.getByRole('link', { name: 'System Users' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'System Users' }).waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL('**/profile')
  expect(faults).toEqual([])
})

test('the account menu that was opened before the script came stays open, and the address is said once [T77]', {
  tags: ['night'],
}, async () => {
  const { page, who } = await signedIn()
  actEarly(page.context())
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Profile' }).waitFor()
  await alive(page.getByRole('button', { name: 'Account menu' }))
  await expect.poll(() => page.getByRole('link', { name: 'Profile' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByText(who.email).count()).toBe(1)
})
