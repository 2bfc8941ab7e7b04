import { expect, test } from 'vitest'
import { openDrive } from './drive.ts'
import { beSignedIn, signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, visitor } from './visitor.ts'

// Every page as it is seen: axe finds nothing in either theme, nothing scrolls sideways, no script complains.

const open = [
  '/',
  '/auth',
  '/auth?tab=sign-up',
  '/auth/forgot',
  '/about/fees',
  '/about/help',
  '/about/help/write',
  '/fundraiser/heal-mama-achieng/report',
  '/fundraiser/heal-mama-achieng/pledge',
  '/fundraiser/heal-mama-achieng/claim',
  '/fundraiser/heal-mama-achieng/recorded',
  '/fundraiser/quiet-corner-library',
  '/pledge/none',
  '/given/none',
  '/help/none',
  '/auth/reset?token=none',
  '/auth/verify?token=none',
  '/auth/email?token=none',
  '/auth/resend',
  '/nowhere',
  '/sandbox/kit',
  '/sandbox/cards',
  '/sandbox/mailbox',
  '/sandbox/phone',
  '/sandbox/sms',
]
/** Of a drive that the person has just opened. */
const group = ['recorded', 'recorded/add', 'pledges', 'pledges/write', 'bridge', 'list', 'settings/helpers']
const own = ['/dashboard', '/dashboard/new', '/profile', '/settings', '/settings/email', '/auth/confirmed']

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any open page, ${theme}`, async () => {
    const { page, faults } = await visitor({ theme })
    for (const address of open) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    }
    expect(faults).toEqual([])
  }, 120_000)

  test(`axe finds nothing on a person's own pages, ${theme}`, async () => {
    const { page, faults } = await signedIn({ theme })
    const slug = await openDrive(page)
    for (const address of [...own, ...group.map((part) => `/fund-drive/${slug}/${part}`)]) {
      expect([address, (await page.goto(address))!.status()]).toEqual([address, 200])
      await page.waitForLoadState('load')
      await expectAccessible(page)
    }
    expect((await page.goto('/admin'))!.status()).toBe(403)
    await expectAccessible(page)
    expect(faults).toEqual([])
  }, 120_000)
}

test('axe finds nothing on narrow screens and in Swahili, and nothing scrolls sideways', async () => {
  const { page } = await signedIn({ width: 320 })
  const slug = await openDrive(page)
  for (const address of [...open, ...own, ...group.map((part) => `/fund-drive/${slug}/${part}`)]) {
    if (address.startsWith('/sandbox/mailbox')) continue
    await page.goto(address)
    await expectNoSidewaysScroll(page)
  }
  const swahili = await visitor({ width: 320, language: 'sw' })
  for (const address of open.slice(0, 4)) {
    await swahili.page.goto(address)
    await expectAccessible(swahili.page)
    await expectNoSidewaysScroll(swahili.page)
  }
}, 120_000)

test('the pages of a group are readable in Swahili on a narrow screen', async () => {
  const { page, faults } = await signedIn({ width: 320, language: 'sw', theme: 'dark' })
  const slug = await openDrive(page)
  const visitors = ['recorded', 'claim', 'pledge'].map((part) => `/fundraiser/${slug}/${part}`)
  for (const address of [...visitors, ...group.map((part) => `/fund-drive/${slug}/${part}`)]) {
    expect([address, (await page.goto(address))!.status()]).toEqual([address, 200])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  expect(faults).toEqual([])
}, 120_000)

test('the back office is accessible', async () => {
  const { page } = await visitor()
  await beSignedIn(page, { email: 'admin@harambee.test' })
  await page.goto('/admin')
  await expectAccessible(page)
})
