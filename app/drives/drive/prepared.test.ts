import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someCaller, someDrive, somePerson } from '#test/make.ts'
import { activeDrive } from './active.server.ts'
import { createDrive } from './create.server.ts'
import { ownDrive, publicDrive } from './drive.server.ts'
import { createDriveForm } from './drive-forms.ts'
import { setDriveStatus } from './manage.server.ts'

// A drive that is prepared before visitors see it.

const db = await testDatabase()
const typed = { title: 'Maji kwa Kisima', category: 'Community', collects: 'on', goal: '5,000' }
const stranger = { personId: null, visitor: 'v1' }

async function draft() {
  const owner = await somePerson(db)
  const made = await createDrive(db, owner.id, createDriveForm.parse({ ...typed, draft: 'on' }))
  return { ownerId: owner.id, ...made }
}

test('a draft is seen by its owner alone, who sees it as visitors will', async () => {
  const { ownerId, slug } = await draft()
  expect(await publicDrive(db, slug, stranger)).toMatchObject({ is: 'missing' })
  expect(await activeDrive(db, slug)).toBeUndefined()
  expect(await publicDrive(db, slug, { ...stranger, personId: ownerId })).toMatchObject({
    is: 'preview',
    because: 'draft',
  })
})

test('a draft that is published is open to visitors from then on, and is paused like any other drive', async () => {
  const { ownerId, slug } = await draft()
  const before = new Date()
  await setDriveStatus(db, { ownerId, slug }, 'active')
  const seen = await publicDrive(db, slug, stranger)
  expect(seen).toMatchObject({ is: 'open', drive: { draft: false } })
  expect('drive' in seen && seen.drive.publishedAt.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000)
  await setDriveStatus(db, { ownerId, slug }, 'paused')
  expect(await publicDrive(db, slug, { ...stranger, personId: ownerId })).toMatchObject({ because: 'paused' })
})

test('the database keeps a drive closed that was never published [T487]', async () => {
  const { id } = await draft()
  const opened = db.updateTable('fund_drives').set({ status: 'active' }).where('id', '=', id).execute()
  await expect(opened).rejects.toThrow('fund_drives_seen_once_published')
})

test('what its owner had confirmed when it was published is said of it from then on: an address, or a phone', async () => {
  const byPhone = await someCaller(db)
  const drives = [await someDrive(db), await someDrive(db, { ownerId: byPhone.id })]
  const said = () =>
    Promise.all(drives.map(async ({ ownerId, slug }) => (await ownDrive(db, ownerId, slug))?.publishedWith))
  expect(await said()).toEqual(['email', 'phone'])
  const address = { email: `added-${byPhone.id}@example.test`, email_verified: true }
  await db.updateTable('users').set(address).where('id', '=', byPhone.id).execute()
  expect(await said()).toEqual(['email', 'phone'])
})
