import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pagesAsSent } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { signedIn, somePerson } from '#test/make.ts'
import type { Drive } from '#test/matrix-rows.ts'

// A part of an owner's page that can't be read says so in its place, and the rest of the page is there as always.

const db = await testDatabase({ asOwner: true })
const ask = pagesAsSent()
let cookie = ''
let drive: Drive
beforeAll(async () => {
  const owner = await somePerson(db)
  cookie = (await signedIn(owner)).headers.get('cookie') ?? ''
  drive = await fullDrive(db, owner.id)
}, 120_000)

/** The page while nobody finds this column. */
async function without(column: string, path: string) {
  const [table, name] = column.split('.') as [string, string]
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  await rename(name, 'gone_for_a_while')
  return ask(path, cookie).finally(() => rename('gone_for_a_while', name))
}

const failed = 'This could not be loaded It is not your fault. Your connection or our server dropped out. Try again'
const times = (text: string, part: string) => text.split(part).length - 1

test.each([
  ['images', 'fund_drive_images.caption', 'Images'],
  ['video', 'fund_drive_videos.title', 'Add Video'],
  ['comments', 'fund_drive_comments.content', 'Comments'],
  ['rsvps', 'fund_drive_reservations.message', 'Add visit address'],
  ['analytics', 'fund_drive_views.viewer_ip', 'Newest views'],
  ['payouts', 'withdrawal_methods.removed_at', 'Balance'],
  ['pledges', 'pledges.phone', 'Write down a pledge'],
  ['recorded', 'recorded_gifts.note', 'Record a gift'],
  ['list', 'recorded_gifts.anonymous', 'Everyone in your group reads it.'],
  ['bridge', 'list_pastes.created_at', 'You check each row before it is entered.'],
  ['settings', 'fund_drives.thanks', 'Recorded gifts on the bar'],
  ['settings/helpers', 'drive_helpers.invited', 'Invite a helper'],
  ['statement', 'recorded_gifts.given_on', 'Back to the fund drive'],
  // Every page of the drive has this above it.
  ['info', 'subscriptions.used_views', 'Fund Drive Information'],
  ['home', 'subscriptions.used_views', 'Download QR Code'],
])('/%s without %s fails in that part alone, and the rest is there [T387]', async (page, column, rest) => {
  const whole = await ask(`/fund-drive/${drive.slug}/${page}`, cookie)
  expect([whole.status, times(whole.words, failed)]).toEqual([200, 0])
  const { status, words } = await without(column, `/fund-drive/${drive.slug}/${page}`)
  expect([status, times(words, failed), words]).toEqual([200, 1, expect.stringContaining(rest)])
})

test.each([
  ['Failed to load donations', 'donations.message', () => `/fund-drive/${drive.slug}/donations`, 'Total Raised'],
  ['Failed to load donations', 'donations.message', () => `/fund-drive/${drive.slug}/home`, 'Download QR Code'],
  ['Failed to load donations', 'donations.message', () => `/fundraiser/${drive.slug}?tab=donations`, 'Heal Mama'],
  ['Failed to fetch fund drives', 'fund_drives.category', () => '/dashboard', 'New Fund Drive'],
  ['Failed to fetch fund drives', 'fund_drives.category', () => '/profile', 'Your details'],
])('%j is said in place with Try again, and the rest is there: without %s [T385]', async (said, column, path, rest) => {
  const { status, words } = await without(column, path())
  const inPlace = failed.replace('This could not be loaded', said)
  expect([status, times(words, inPlace), words]).toEqual([200, 1, expect.stringContaining(rest)])
})

test('packages that can’t be read: the dialog says so with the number of the fault, and the page below is there [T754]', async () => {
  const { status, words } = await without(
    'subscription_packages.description',
    `/fund-drive/${drive.slug}/payouts/buy-views`,
  )
  expect([status, words]).toEqual([
    500,
    expect.stringMatching(
      /View usage .*Failed to load subscription packages\. If you write to support, give them this number: \w{4}-\w{4}-\w{4}/,
    ),
  ])
})
