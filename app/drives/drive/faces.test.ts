import { expect, test } from 'vitest'
import { infoOf } from '#app/drives/drive/campaign/info-form.tsx'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { firstStepsOf } from './create.server.ts'
import { dashboardOf } from './dashboard.server.ts'
import { ownDrive, publicDrive } from './drive.server.ts'
import { previewVersion } from './preview-picture.server.ts'
import { driveForPrograms } from './summary.server.ts'

const db = await testDatabase()

test('the first picture of the gallery stands for a drive without one of its own: page, card, preview, programs, steps', async () => {
  const { id, slug, ownerId } = await someDrive(db)
  const shown = async () => {
    const seen = await publicDrive(db, slug, { personId: null, visitor: 'a visitor' })
    if (seen.is !== 'open') throw new Error('not open')
    const { picture } = seen.drive
    const [card] = (await dashboardOf(db, ownerId)).cards
    const [steps, told] = [
      await firstStepsOf(db, { ownerId, slug }),
      await driveForPrograms(db, slug, 'https://h.test'),
    ]
    return {
      preview: previewVersion(seen.drive),
      seen: [picture?.url, card?.picture?.url, told?.picture, steps?.picture],
      own: infoOf((await ownDrive(db, ownerId, slug))!).image,
    }
  }
  const before = await shown()
  expect(before.seen).toEqual([undefined, undefined, null, false])
  const images = ['https://h.test/first.jpg', 'https://h.test/second.jpg']
  for (const [at, image_url] of images.entries())
    await db.insertInto('fund_drive_images').values({ fund_drive_id: id, image_url, display_order: at }).execute()
  const after = await shown()
  expect(after.seen).toEqual([images[0], images[0], images[0], true])
  expect(after.preview).not.toBe(before.preview)
  expect(after.own).toBeNull()
  await db.updateTable('fund_drives').set({ image_url: images[1]! }).where('id', '=', id).execute()
  expect((await shown()).seen).toEqual([images[1], images[1], images[1], true])
})
