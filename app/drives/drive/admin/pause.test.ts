import { expect, test } from 'vitest'
import { activeDrive } from '#app/drives/drive/active.server.ts'
import { mayWatch, ownDrive, publicDrive, publicFigures } from '#app/drives/drive/drive.server.ts'
import { setDriveStatus } from '#app/drives/drive/manage.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, granted, reasonsOf } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { mailStopped, openDrive, pauseDrive } from './decide.server.tsx'

const db = await testDatabase()
const by = await newAdmin()
const why = 'The hospital does not know of this.'
const visitor = { personId: null, visitor: 'v' }
const statusOf = async (slug: string) => (await oneRow('fund_drives', { slug })).status

test('a drive that is paused is found by nobody; its owner reads why and can’t set it active again', async () => {
  const { slug, id, mine, ownerId } = await someDrive(db)
  await pauseDrive(db, slug, { by, why })
  expect(await publicDrive(db, slug, visitor)).toEqual({ is: 'missing', paused: null })
  expect(await activeDrive(db, slug)).toBeUndefined()
  expect(await mayWatch(db, id, { personId: null })).toBe(false)
  const own = { because: 'stopped', own: true }
  expect(await publicDrive(db, slug, { ...visitor, personId: ownerId })).toMatchObject(own)
  expect((await ownDrive(db, ownerId, slug))?.stopped).toBe(why)
  await expect(setDriveStatus(db, mine, 'active')).rejects.toThrow('An administrator has paused this fund drive')
  await setDriveStatus(db, mine, 'paused')
  // Whatever a mistake in a query asks for.
  await expect(setRows('fund_drives', { id }, { status: 'active' })).rejects.toThrow(/stopped_is_shut/)
})

test('its owner is written why and whom they can ask, in their language, and when it is open again', async () => {
  const { slug, id, ownerId } = await someDrive(db)
  await setRows('users', { id: ownerId }, { language: 'sw' })
  await pauseDrive(db, slug, { by, why })
  await mailStopped(db, { driveId: id })
  await openDrive(db, slug, { by, why: 'cleared up' })
  await mailStopped(db, { driveId: id })
  const [stopped, again] = await allRows('sandbox.mails')
  expect(stopped!.text).toMatch(/^Changisho lako limesimamishwa\n.*Sababu: The hospital does not know.*about\/help/s)
  expect(again!.text).not.toMatch(/Sababu|about\/help/)
})

test('opened again it is as it was, but for what its owner has done meanwhile', async () => {
  const [open, shut, done] = [await someDrive(db), await someDrive(db), await someDrive(db)]
  await setDriveStatus(db, shut.mine, 'paused')
  for (const { slug } of [open, shut, done]) await pauseDrive(db, slug, { by, why })
  await setDriveStatus(db, done.mine, 'completed')
  for (const { slug } of [open, shut, done]) await openDrive(db, slug, { by, why: 'cleared up' })
  const states = await Promise.all([open, shut, done].map(({ slug }) => statusOf(slug)))
  expect(states).toEqual(['active', 'paused', 'completed'])
  expect(await allRows('audit_log', { subject: open.id })).toMatchObject([
    { act: 'drive paused', why },
    { act: 'drive opened', why: 'cleared up' },
  ])
})

test('of ten administrators one pauses it, the others are told; nobody decides about their own', async () => {
  const { slug } = await someDrive(db)
  const all = await atOnce(10, () => pauseDrive(db, slug, { by, why }).then(() => true))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has just decided about this fund drive']))
  const own = await someDrive(db, { ownerId: by.id })
  await expect(pauseDrive(db, own.slug, { by, why })).rejects.toMatchObject({ status: 403 })
  await expect(pauseDrive(db, 'no-such-drive', { by, why })).rejects.toMatchObject({ status: 404 })
})

test('paused by us and set active by its owner at the same moment it stays shut, time and again', async () => {
  for (let round = 0; round < 15; round++) {
    const { slug, mine } = await someDrive(db)
    await atOnce<unknown>(3, (at) =>
      at === 1 ? pauseDrive(db, slug, { by, why }) : setDriveStatus(db, mine, 'active'),
    )
    expect(await statusOf(slug)).toBe('paused')
  }
})

test('the drives of a person who is suspended are found by nobody but administrators', async () => {
  const { slug, id, ownerId } = await someDrive(db)
  expect(await publicFigures(db, id)).toBeDefined()
  await setRows('users', { id: ownerId }, { suspended_at: new Date(), suspended_why: 'x' })
  expect(await publicDrive(db, slug, visitor)).toEqual({ is: 'missing', paused: null })
  expect(await publicDrive(db, slug, { ...visitor, isAdmin: true })).toMatchObject({ because: 'suspended' })
  expect(await activeDrive(db, slug)).toBeUndefined()
  expect(await mayWatch(db, id, { personId: null })).toBe(false)
  expect(await publicFigures(db, id)).toBeUndefined()
})
