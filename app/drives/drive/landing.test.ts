import { expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { query } from '#test/rows.ts'
import { setDriveStatus } from './manage.server.ts'
import { landingDrive } from './summary.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const now = new Date('2026-11-20T09:00:00Z')

test('the landing page shows the example drive with its true figures, with what was recorded by hand, and none where visitors see no such drive', async () => {
  expect(await landingDrive(db, now)).toBeNull()
  const owner = await somePerson(db)
  const drive = await someDrive(db, { ownerId: owner.id, title: 'Heal Mama Achieng', goal: '10000' })
  expect(drive.slug).toBe('heal-mama-achieng')
  await gift(db, drive.id, kes(2500))
  await gift(db, drive.id, kes(500))
  expect(await landingDrive(db, now)).toMatchObject({ raised: kes(3000), goal: kes(10_000), donors: 1, percent: 30 })
  await query`insert into recorded_gifts (fund_drive_id, amount, method, name, given_on, recorded_by, receipt, client_key)
    values (${drive.id}, ${kes(1000)}, 'cash', 'Mzee', '2026-01-02', ${owner.id}, 'LANDING0000001', gen_random_uuid())`
  expect(await landingDrive(db, now)).toMatchObject({ raised: kes(4000), donors: 2, percent: 40 })
  await setDriveStatus(db, { ownerId: drive.ownerId, slug: drive.slug }, 'paused')
  expect(await landingDrive(db, now)).toBeNull()
})
