import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activeDrive } from '#app/features/drives/active.server.ts'
import { mayWatch, ownDrive, publicDrive } from '#app/features/drives/drive.server.ts'
import { publicFigures } from '#app/features/drives/figures.server.ts'
import { setStatus } from '#app/features/drives/manage.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted, reasonsOf } from '#test/money.ts'
import { mailStopped } from './mails.server.tsx'
import { openDrive, pauseDrive } from './pause.server.ts'

const db = await testDatabase()
const admin = await somePerson(db, { admin: true })
const by = { id: admin.id, address: '41.90.4.0' }
const why = 'The hospital does not know of this.'
const visitor = { personId: null, visitor: 'v' }
const statusOf = async (slug: string) =>
  (await db.selectFrom('fund_drives').where('slug', '=', slug).select('status').executeTakeFirstOrThrow()).status

test('a drive that is paused is found by nobody; its owner reads why and can’t set it active again', async () => {
  const { slug, id, mine, ownerId } = await someDrive(db)
  await pauseDrive(db, slug, { by, why })
  expect(await publicDrive(db, slug, visitor)).toEqual({ is: 'missing', paused: null })
  expect(await activeDrive(db, slug)).toBeUndefined()
  expect(await mayWatch(db, id, { personId: null })).toBe(false)
  expect(await publicDrive(db, slug, { ...visitor, personId: ownerId })).toMatchObject({
    because: 'stopped',
    own: true,
  })
  expect((await ownDrive(db, ownerId, slug))?.stopped).toBe(why)
  await expect(setStatus(db, mine, 'active')).rejects.toThrow('An administrator has paused this fund drive')
  await setStatus(db, mine, 'paused')
  // Whatever a mistake in a query asks for.
  await expect(sql`update fund_drives set status = 'active' where id = ${id}`.execute(db)).rejects.toThrow(
    /stopped_is_shut/,
  )
})

test('its owner is written why and whom they can ask, in their language, and when it is open again', async () => {
  const { slug, id, ownerId } = await someDrive(db)
  await sql`update users set language = 'sw' where id = ${ownerId}`.execute(db)
  await pauseDrive(db, slug, { by, why })
  await mailStopped(db, { driveId: id })
  await openDrive(db, slug, { by, why: 'cleared up' })
  await mailStopped(db, { driveId: id })
  const { rows } = await sql<{ text: string }>`select text from sandbox.mails order by id`.execute(db)
  expect(rows[0]!.text).toMatch(/^Changisho lako limesimamishwa\n.*Sababu: The hospital does not know.*about\/help/s)
  expect(rows[1]!.text).not.toMatch(/Sababu|about\/help/)
})

test('opened again it is as it was, but for what its owner has done meanwhile', async () => {
  const [open, shut, done] = [await someDrive(db), await someDrive(db), await someDrive(db)]
  await setStatus(db, shut.mine, 'paused')
  for (const { slug } of [open, shut, done]) await pauseDrive(db, slug, { by, why })
  await setStatus(db, done.mine, 'completed')
  for (const { slug } of [open, shut, done]) await openDrive(db, slug, { by, why: 'cleared up' })
  expect([await statusOf(open.slug), await statusOf(shut.slug), await statusOf(done.slug)]).toEqual([
    'active',
    'paused',
    'completed',
  ])
  const log = await db
    .selectFrom('audit_log')
    .where('subject', '=', open.id)
    .select(['act', 'why'])
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { act: 'drive paused', why },
    { act: 'drive opened', why: 'cleared up' },
  ])
})

test('of ten administrators one pauses it, the others are told; nobody decides about their own', async () => {
  const { slug } = await someDrive(db)
  const all = await atOnce(10, () => pauseDrive(db, slug, { by, why }).then(() => true))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has just decided about this fund drive']))
  const own = await someDrive(db, { ownerId: admin.id })
  await expect(pauseDrive(db, own.slug, { by, why })).rejects.toMatchObject({ status: 403 })
  await expect(pauseDrive(db, 'no-such-drive', { by, why })).rejects.toMatchObject({ status: 404 })
})

test('paused by us and set active by its owner at the same moment it stays shut, time and again', async () => {
  for (let round = 0; round < 15; round++) {
    const { slug, mine } = await someDrive(db)
    await Promise.allSettled([
      setStatus(db, mine, 'active'),
      pauseDrive(db, slug, { by, why }),
      setStatus(db, mine, 'active'),
    ])
    expect(await statusOf(slug)).toBe('paused')
  }
})

test('the drives of a person who is suspended are found by nobody but administrators', async () => {
  const { slug, id, ownerId } = await someDrive(db)
  expect(await publicFigures(db, id)).toBeDefined()
  await sql`update users set suspended_at = now(), suspended_why = 'x' where id = ${ownerId}`.execute(db)
  expect(await publicDrive(db, slug, visitor)).toEqual({ is: 'missing', paused: null })
  expect(await publicDrive(db, slug, { ...visitor, isAdmin: true })).toMatchObject({ because: 'suspended' })
  expect(await activeDrive(db, slug)).toBeUndefined()
  expect(await mayWatch(db, id, { personId: null })).toBe(false)
  expect(await publicFigures(db, id)).toBeUndefined()
})
