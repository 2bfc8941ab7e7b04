import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { infoPageForm } from './campaign/campaign-forms.ts'
import { deleteWithPictures } from './delete.server.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const address = (mark: string) => `/media/drives/${mark.repeat(32)}-640.jpg`

async function pictures(ownerId: string, ...marks: string[]) {
  const kept = { user_id: ownerId, width: 640, height: 480, colour: '#336699' }
  const files = (mark: string) => JSON.stringify([{ key: `drives/${mark.repeat(32)}-640.jpg`, bytes: 1, sha256: '' }])
  await db
    .insertInto('pictures')
    .values(marks.map((mark) => ({ url: address(mark), files: files(mark), ...kept })))
    .execute()
}

const left = async (ownerId: string) =>
  (await db.selectFrom('pictures').where('user_id', '=', ownerId).select('url').orderBy('url').execute()).map(
    ({ url }) => url,
  )

test('with a drive go its face, its gallery and the pictures in its description, but none that another drive shows', async () => {
  const { id, ownerId, mine } = await someDrive(db)
  const other = await someDrive(db, { ownerId })
  await pictures(ownerId, 'a', 'b', 'c', 'd')
  const description = `<p>See</p><img src="${address('c')}" alt="">`
  await db
    .updateTable('fund_drives')
    .set({ image_url: address('a'), description })
    .where('id', '=', id)
    .execute()
  const gallery = ['b', 'd'].map((mark, at) => ({
    fund_drive_id: id,
    image_url: address(mark),
    display_order: at,
  }))
  await db.insertInto('fund_drive_images').values(gallery).execute()
  await db
    .updateTable('fund_drives')
    .set({ image_url: address('d') })
    .where('id', '=', other.id)
    .execute()
  await deleteWithPictures(db, mine)
  expect(await left(ownerId)).toEqual([address('d')])
})

test('another person deletes neither the drive nor its pictures', async () => {
  const { id, slug, ownerId } = await someDrive(db)
  const stranger = await someDrive(db)
  await pictures(ownerId, 'e')
  await db
    .updateTable('fund_drives')
    .set({ image_url: address('e') })
    .where('id', '=', id)
    .execute()
  await expect(deleteWithPictures(db, { ownerId: stranger.ownerId, slug })).rejects.toMatchObject({ status: 404 })
  expect(await left(ownerId)).toEqual([address('e')])
})

const typed = { version: '3', title: 'Heal Mama Achieng', goal: '500', category: 'Medical', image: address('f') }

test('a tick takes the picture away without a script; otherwise it stays', () => {
  expect(infoPageForm.parse(typed).image).toBe(address('f'))
  expect(infoPageForm.parse({ ...typed, noImage: 'on' }).image).toBeNull()
})

test('the Info form carries nothing that it has no field for', () => {
  const extra = { raised_amount: '9', user_id: 'me', status: 'completed', slug: 'x', id: 'y', remaining_views: '9' }
  expect(Object.keys(infoPageForm.parse({ ...typed, ...extra })).sort()).toEqual(
    ['category', 'endDate', 'goal', 'image', 'location', 'slogan', 'title', 'version'].sort(),
  )
})

test('a file that is no picture is said at its field', () => {
  const file = new File(['text'], 'notes.txt', { type: 'text/plain' })
  expect(infoPageForm.safeParse({ ...typed, file }).error?.issues.map(({ path }) => path)).toEqual([['file']])
})
