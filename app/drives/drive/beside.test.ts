import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { query } from '#test/rows.ts'
import { publicDrive, publicFigures } from './drive.server.ts'

// What a drive has beside its books is counted apart, and never as money that came through us.

const db = await testDatabase()

const record = (drive: { id: string; ownerId: string }, amount: number, receipt: string) =>
  sql`insert into recorded_gifts (fund_drive_id, amount, method, given_on, recorded_by, receipt, client_key)
    values (${drive.id}, ${amount}, 'cash', '2026-01-02', ${drive.ownerId}, ${receipt}, gen_random_uuid())`.execute(db)
const promise = (drive: { id: string }, amount: number, hash: string) =>
  sql`insert into pledges (fund_drive_id, amount, source, agreed, token_hash, client_key)
    values (${drive.id}, ${amount}, 'giver', true, ${hash}, gen_random_uuid())`.execute(db)

test('what was recorded and promised is told apart from what was raised, and each change is another version', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 50_000)
  const before = await publicFigures(db, drive.id)
  expect(before).toMatchObject({ raised: 50_000, recorded: 0, pledged: 0 })
  await record(drive, 30_000, 'BESIDE0000001')
  const [recorded, seen] = [await publicFigures(db, drive.id), await publicDrive(db, drive.slug, nobody)]
  expect(recorded).toMatchObject({ raised: 50_000, recorded: 30_000, pledged: 0 })
  expect(seen).toMatchObject({ figures: recorded!, drive: { raised: 50_000, recorded: 30_000, recordedShown: 30_000 } })
  await promise(drive, 20_000, 'a'.repeat(64))
  const promised = await publicFigures(db, drive.id)
  expect(promised).toMatchObject({ raised: 50_000, recorded: 30_000, pledged: 20_000, donors: 2 })
  expect(new Set([before, recorded, promised].map((told) => told!.version)).size).toBe(3)
})

test('visitors do not see what was recorded where the owner hides it; its owner does', async () => {
  const drive = await someDrive(db)
  await record(drive, 30_000, 'BESIDE0000002')
  await sql`update fund_drives set hides_recorded = true where id = ${drive.id}`.execute(db)
  expect(await publicFigures(db, drive.id)).toMatchObject({ raised: 0, recorded: 0 })
  expect(await publicDrive(db, drive.slug, nobody)).toMatchObject({ drive: { recorded: 0, recordedShown: 0 } })
  const owner = { personId: drive.ownerId, visitor: 'a visitor' }
  expect(await publicDrive(db, drive.slug, owner)).toMatchObject({ drive: { recorded: 30_000, recordedShown: 0 } })
})

test('a recorded gift that was voided counts no more', async () => {
  const drive = await someDrive(db)
  await record(drive, 30_000, 'BESIDE0000003')
  await query`update recorded_gifts set voided_at = now(), void_why = 'a test' where fund_drive_id = ${drive.id}`
  expect(await publicFigures(db, drive.id)).toMatchObject({ recorded: 0 })
})

const nobody = { personId: null, visitor: 'a visitor' }
