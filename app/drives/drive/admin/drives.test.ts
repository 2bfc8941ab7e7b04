import { expect, test } from 'vitest'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { codesOf, setWord } from '#app/drives/codes/codes.server.ts'
import { setDriveStatus } from '#app/drives/drive/manage.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { someCash } from '#test/pledges.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { setRows } from '#test/rows.ts'
import { driveSeen, drivesList, drivesOfPerson } from './drives-list.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const owner = await somePerson(db, { email: 'wanjiku@example.test', fullName: 'Wanjiku' })
const first = await someDrive(db, { ownerId: owner.id, title: 'Well for Kitui' })
const second = await someDrive(db, { title: 'a roof for 100% of us' })
const third = await someDrive(db, { title: 'School desks' })
for (const [nr, { id }] of [first, second, third].entries())
  await setRows('fund_drives', { id }, { created_at: `2026-01-0${nr + 1}` })
await gift(db, first.id, 30_000)
await gift(db, second.id, 50_000)
await foldWallets(db)
// Not folded yet, and counted all the same.
await gift(db, first.id, 10_033)

const list = (query: string | Record<string, string> = '', size?: number) =>
  drivesList.page(db, drivesList.asked(new URLSearchParams(query)), size)
const titles = async (query: string) => (await list(query)).rows.map(({ title }) => title.slice(0, 6))

test('all drives are listed, the newest first, and sorted by what they raised and by title [T204]', async () => {
  expect(await titles('')).toEqual(['School', 'a roof', 'Well f'])
  expect(await titles('sort=raised&order=desc')).toEqual(['a roof', 'Well f', 'School'])
  expect(await titles('sort=title&order=asc')).toEqual(['a roof', 'School', 'Well f'])
})

test('drives are in the order of the figures that are shown: folded or not, through us or recorded', async () => {
  const inOrder = async () => (await list('sort=raised&order=desc')).rows.map(({ raised }) => raised)
  expect(await inOrder()).toEqual([50_000, 40_033, 0])
  await gift(db, first.id, 20_000)
  expect(await inOrder()).toEqual([60_033, 50_000, 0])
  await someCash(db, third, { amount: 70_000, name: 'Mzee Kamau' })
  expect(await titles('sort=raised&order=desc')).toEqual(['School', 'Well f', 'a roof'])
  expect(await inOrder()).toEqual([70_000, 60_033, 50_000])
  await setRows('fund_drives', { id: third.id }, { hides_recorded: true })
  expect(await inOrder()).toEqual([60_033, 50_000, 0])
  await setRows('fund_drives', { id: third.id }, { hides_recorded: false })
})

test('drives are found by title, slug and their owner’s address', async () => {
  expect(await titles('search=KITUI')).toEqual(['Well f'])
  expect(await titles('search=school-desks')).toEqual(['School'])
  expect(await titles('search=wanjiku@')).toEqual(['Well f'])
  expect(await titles('search=100%25')).toEqual(['a roof'])
})

test('what a drive raised is exact to the cent, in its line and in the total, folded or not', async () => {
  const { rows } = await list('search=kitui')
  expect(rows[0]).toMatchObject({ raised: 60_033, donors: 1, viewsLeft: 15, goal: 100_000, status: 'active' })
  expect((await list()).totals).toEqual({ drives: 3, raised: 180_033 })
  expect((await list('search=desks')).totals).toEqual({ drives: 1, raised: 70_000 })
})

test('the line of a drive says that its owner is suspended, and no other line does [T1654]', async () => {
  const suspended = async () =>
    (await list('sort=title&order=asc')).rows.flatMap(({ title, owner }) => (owner.suspended ? [title] : []))
  expect(await suspended()).toEqual([])
  await setRows('users', { id: owner.id }, { suspended_at: new Date('2026-11-01T08:00:00Z'), suspended_why: 'x' })
  expect(await suspended()).toEqual(['Well for Kitui'])
  await setRows('users', { id: owner.id }, { suspended_at: null, suspended_why: '' })
})

test('filters narrow the list to a status, and to what is particular', async () => {
  await setDriveStatus(db, third.mine, 'completed')
  await setRows('subscriptions', { fund_drive_id: third.id }, { views: 0, remaining_views: 0 })
  await setRows('wallets', { fund_drive_id: second.id }, { frozen_at: new Date(), frozen_why: 'x' })
  const stopped = { status: 'paused', stopped_at: new Date(), stopped_why: 'x', stopped_from: 'active' } as const
  await setRows('fund_drives', { id: first.id }, stopped)
  expect(await titles('status=completed')).toEqual(['School'])
  expect(await titles('mark=used-up')).toEqual(['School'])
  expect(await titles('mark=frozen')).toEqual(['a roof'])
  expect(await titles('mark=stopped')).toEqual(['Well f'])
  expect(await titles('mark=owes')).toEqual([])
  expect(await titles('mark=stopped&status=active')).toEqual([])
})

test.each(['created', 'raised', 'title'])('page after page by %s shows every drive once', async (sort) => {
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await list({ sort, ...(after ? { after } : {}) }, 1)
    seen.push(...page.rows.map(({ slug }) => slug))
    after = page.next
  } while (after)
  expect(seen.sort()).toEqual([first.slug, second.slug, third.slug].sort())
})

test('a drive is found by its number, as it was written down, by its word, and by one it had before', async () => {
  const { number } = await codesOf(db, second.id)
  for (const word of ['MABATI', 'DARINI']) await setWord(db, second.mine, word, { id: second.ownerId, address: '' })
  const found = async (search: string) => (await list({ search })).rows.map(({ slug }) => slug)
  for (const search of [number, `${number.slice(0, 3)} ${number.slice(3)}`, 'mabati', 'dar1ni'])
    expect(await found(search), search).toContain(second.slug)
  useMobileMoney(pretendRail())
  expect((await driveSeen(db, second.slug))?.codes).toEqual(['DARINI', number, 'MABATI'])
  useMobileMoney(undefined)
  expect((await driveSeen(db, second.slug))?.codes).toEqual([])
})

test('a drive at a glance, no matter whose it is; a person’s drives', async () => {
  expect(await driveSeen(db, first.slug)).toMatchObject({ title: 'Well for Kitui', owner: { name: 'Wanjiku' } })
  expect(await driveSeen(db, 'no-such-drive')).toBeUndefined()
  expect(await driveSeen(db, 'NOT a slug')).toBeUndefined()
  expect((await drivesOfPerson(db, owner.id)).map(({ slug }) => slug)).toEqual([first.slug])
})
