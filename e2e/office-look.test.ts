import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from './database.ts'
import { administrator } from './office.ts'
import { placeOn, signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll } from './visitor.ts'

// All pages of the office can be read and used by everybody: wide and narrow, light and dark, in both languages.

const drive = '/admin/fund-drives/heal-mama-achieng'
const own = '/fund-drive/heal-mama-achieng'
const requests = '/admin/withdrawal-requests'
type Ids = { person: string; payout: string; payment: string }
const paths = ({ person, payout, payment }: Ids) => [
  ...['/admin', '/admin/jobs', '/admin/settings', '/admin/comments', '/admin/audit', `${own}/info`, `${own}/payouts`],
  ...['/admin/books', '/admin/books/owed', '/admin/books/differences', '/admin/books/differences/new'],
  ...['/admin/books/settlements', '/admin/books/settlements/new', '/admin/books/unplaced'],
  ...['/admin/mpesa', '/admin/mpesa/tariffs', '/admin/revenue-sales?period=all', '/admin/revenue-donations?by=channel'],
  ...['/admin/fund-drives', drive, `${drive}/pause`, `${drive}/give-views`],
  ...[requests, `${requests}/${payout}/complete`, '/admin/payouts'],
  ...['', '/number'].map((one) => `/admin/payouts/${payout}${one}`),
  ...['/admin/donations', '/admin/refunds', '/admin/refunds?search=nobody-at-all', '/admin/disputes'],
  ...['', '/refund'].map((one) => `/admin/donations/${payment}${one}`),
  ...['', `/${person}`, `/${person}/suspend`, `/${person}/role`].map((one) => `/admin/system-users${one}`),
]

/** The tab that is open, where the row of tabs is wider than the phone. */
const tabsInSight = (page: Page) =>
  page.getByRole('tab', { selected: true }).evaluateAll((tabs) =>
    tabs.every((tab) => {
      const { left, right } = tab.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    }),
  )

test.each([{ width: 360 }, { width: 1280, language: 'sw', theme: 'dark' }] as const)(
  'everybody can use the pages of the office: $width px',
  { tags: ['night'], timeout: 240_000 },
  async (wishes) => {
    const { page, faults } = await administrator(wishes)
    const { who } = await signedIn({ javaScript: false })
    const [ids] = await ask(
      placeOn(page),
      `select id as person, (select id from payout_requests order by status = 'processing' desc, id limit 1) as payout,
         (select min(payment_id) from donations where payment_id is not null) as payment from users where email = $1`,
      [who.email],
    )
    for (const path of paths(ids as Ids)) {
      await page.goto(path)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await expect.poll(async () => [path, await tabsInSight(page)]).toEqual([path, true])
    }
    expect(faults).toEqual([])
  },
)

test('a decision is opened with Enter and closed with Escape', { tags: ['night'] }, async () => {
  const { page } = await administrator()
  await page.goto(drive)
  await page.getByRole('link', { name: 'Pause', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})
