import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { ownDrive, publicDrive } from './drive.server.ts'
import { focusForm, infoForm } from './drive-forms.ts'
import { setFocus, updateInfo } from './manage.server.ts'
import { previewVersion } from './preview-picture.server.ts'

const db = await testDatabase()

async function someImage(ownerId: string) {
  const url = `/media/drives/${randomBytes(16).toString('hex')}-800.jpg`
  const known = { width: 800, height: 600, colour: '#aabbcc', files: JSON.stringify([{ key: url }]) }
  await db
    .insertInto('pictures')
    .values({ url, user_id: ownerId, ...known })
    .execute()
  return url
}
const info = (version: number, image: string) =>
  infoForm.parse({ title: 'Heal', category: 'Medical', goal: '1000', version, image })
const at = (picture: string, x: number, y: number) => focusForm.parse({ picture, x: `${x}`, y: `${y}` })

async function pictured() {
  const drive = await someDrive(db)
  const image = await someImage(drive.ownerId)
  await updateInfo(db, drive.mine, info(1, image))
  const seen = async () => {
    const found = await publicDrive(db, drive.slug, { personId: null, visitor: '' })
    if (!('drive' in found)) throw new Error('not seen')
    return { focus: found.drive.picture?.focus, version: previewVersion(found.drive) }
  }
  return { ...drive, image, seen }
}

test('the point that an owner chose is the picture’s, and gives the preview another address; another picture has none', async () => {
  const { mine, image, ownerId, seen } = await pictured()
  const before = await seen()
  expect(before.focus).toBe(null)
  await setFocus(db, mine, at(image, 30, 12))
  const chosen = await seen()
  expect(chosen.focus).toEqual({ x: 30, y: 12 })
  expect(chosen.version).not.toBe(before.version)
  await setFocus(db, mine, at(image, 31, 12))
  expect((await seen()).version).not.toBe(chosen.version)
  expect((await ownDrive(db, ownerId, mine.slug))?.picture?.focus).toEqual({ x: 31, y: 12 })
  await updateInfo(db, mine, info(2, await someImage(ownerId)))
  expect((await seen()).focus).toBe(null)
  await updateInfo(db, mine, info(3, image))
  await setFocus(db, mine, focusForm.parse({ picture: image, x: '31', y: '12', automatic: 'on' }))
  expect(await seen()).toEqual(before)
})

test('a point is refused for a picture that the drive does not show, and for a drive of another person', async () => {
  const { mine, image, ownerId, seen } = await pictured()
  const other = await someImage(ownerId)
  await expect(setFocus(db, mine, at(other, 1, 1))).rejects.toMatchObject({ status: 409 })
  const stranger = await someDrive(db)
  const theirs = { ownerId: stranger.ownerId, slug: mine.slug }
  await expect(setFocus(db, theirs, at(image, 1, 1))).rejects.toMatchObject({ status: 404 })
  expect((await seen()).focus).toBe(null)
})

test('a point lies on its picture, in the form and in the database, and is whole', async () => {
  const { image } = await pictured()
  for (const [x, y] of [
    ['-1', '0'],
    ['0', '101'],
    ['1.5', '2'],
    ['', 'x'],
  ])
    expect(focusForm.safeParse({ picture: image, x, y }).success).toBe(x === '' && y === '0')
  for (const set of [sql`focus_x = 101, focus_y = 1`, sql`focus_x = 1, focus_y = -1`, sql`focus_x = 1, focus_y = null`])
    await expect(sql`update pictures set ${set} where url = ${image}`.execute(db)).rejects.toThrow(/check constraint/)
})
