import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { setRows } from '#test/rows.ts'
import { infoPageForm } from './drive-forms.ts'
import { deleteWithPictures } from './manage.server.ts'

const db = await testDatabase()

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
  await setRows('fund_drives', { id }, { image_url: address('a'), description })
  const gallery = ['b', 'd'].map((mark, at) => ({
    fund_drive_id: id,
    image_url: address(mark),
    display_order: at,
  }))
  await db.insertInto('fund_drive_images').values(gallery).execute()
  await setRows('fund_drives', { id: other.id }, { image_url: address('d') })
  await deleteWithPictures(db, mine)
  expect(await left(ownerId)).toEqual([address('d')])
})

test('another person deletes neither the drive nor its pictures', async () => {
  const { id, slug, ownerId } = await someDrive(db)
  const stranger = await someDrive(db)
  await pictures(ownerId, 'e')
  await setRows('fund_drives', { id }, { image_url: address('e') })
  await expect(deleteWithPictures(db, { ownerId: stranger.ownerId, slug })).rejects.toMatchObject({ status: 404 })
  expect(await left(ownerId)).toEqual([address('e')])
})

const typed = { version: '3', title: 'Heal Mama Achieng', goal: '500', category: 'Medical', image: address('f') }

test('a file that is no picture is said at its field', () => {
  const file = new File(['text'], 'notes.txt', { type: 'text/plain' })
  expect(infoPageForm.safeParse({ ...typed, file }).error?.issues.map(({ path }) => path)).toEqual([['file']])
})
