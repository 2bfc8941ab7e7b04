import { expect, test } from 'vitest'
import { publicDrive, publicFigures } from '#app/drives/drive/drive.server.ts'
import { recordedHidden, setHidesRecorded } from '#app/drives/drive/manage.server.ts'
import { recordedSeen } from '#app/group/recorded-gifts/given.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, granted, reasonsOf } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows } from '#test/rows.ts'
import { hideRecorded, mailRecordedHidden, showRecorded } from './decide.server.tsx'
import { driveSeen } from './drives-list.server.ts'

const db = await testDatabase()
const by = await newAdmin()
const why = 'Nobody could say where the cash is.'
const nobody = { personId: null, visitor: 'v' }

let nr = 0
async function driveWithCash(own: { ownerId?: string } = {}) {
  const drive = await someDrive(db, own)
  const gift = {
    fund_drive_id: drive.id,
    recorded_by: drive.ownerId,
    amount: 30_000,
    method: 'cash',
    name: 'Chama',
  } as const
  const keys = { receipt: `HIDDEN00000${++nr}`, client_key: crypto.randomUUID(), given_on: '2026-01-02' }
  await db
    .insertInto('recorded_gifts')
    .values({ ...gift, ...keys })
    .execute()
  return drive
}
/** What visitors are told, in the figures, on the page and in the list. */
const seenOf = async ({ id, slug }: { id: string; slug: string }) => [
  (await publicFigures(db, id))?.recorded,
  ((await publicDrive(db, slug, nobody)) as { drive: { recorded: number } }).drive.recorded,
  (await recordedSeen(db, id, null)).rows.length,
]

test('visitors see neither sum nor list of what an administrator hides, and both once it is shown again', async () => {
  const drive = await driveWithCash()
  expect(await seenOf(drive)).toEqual([30_000, 30_000, 1])
  await hideRecorded(db, drive.slug, { by, why })
  expect(await seenOf(drive)).toEqual([0, 0, 0])
  expect(await recordedHidden(db, drive.id)).toEqual({ owner: false, us: why })
  expect(await driveSeen(db, drive.slug)).toMatchObject({ recorded: 30_000, hidden: { why } })
  await showRecorded(db, drive.slug, { by, why: 'cleared up' })
  expect(await seenOf(drive)).toEqual([30_000, 30_000, 1])
  expect(await allRows('audit_log', { subject: drive.id })).toMatchObject([
    { act: 'recorded hidden', why },
    { act: 'recorded shown', why: 'cleared up' },
  ])
})

test('its owner can’t show what we hide, and what its owner hides from the bar stays off it', async () => {
  const drive = await driveWithCash()
  await hideRecorded(db, drive.slug, { by, why })
  await setHidesRecorded(db, drive.mine, false)
  expect(await seenOf(drive)).toEqual([0, 0, 0])
  await setHidesRecorded(db, drive.mine, true)
  await showRecorded(db, drive.slug, { by, why })
  expect(await seenOf(drive)).toEqual([0, 0, 1])
})

test('its owner is written why, and when it is shown again', async () => {
  const drive = await driveWithCash()
  await hideRecorded(db, drive.slug, { by, why })
  await mailRecordedHidden(db, { driveId: drive.id })
  await showRecorded(db, drive.slug, { by, why: 'cleared up' })
  await mailRecordedHidden(db, { driveId: drive.id })
  const [hidden, shown] = await allRows('sandbox.mails')
  expect(hidden!.text).toMatch(/^Recorded gifts are hidden\n.*Reason: Nobody could say.*about\/help/s)
  expect(shown!.text).not.toMatch(/Reason|about\/help/)
})

test('of ten administrators one hides it, the others are told; nobody decides about their own', async () => {
  const { slug } = await driveWithCash()
  const all = await atOnce(10, () => hideRecorded(db, slug, { by, why }).then(() => true))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has just decided about this fund drive']))
  const own = await driveWithCash({ ownerId: by.id })
  await expect(hideRecorded(db, own.slug, { by, why })).rejects.toMatchObject({ status: 403 })
})
