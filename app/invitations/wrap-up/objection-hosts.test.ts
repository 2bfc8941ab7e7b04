import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest, somePhoto } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { objectTo } from './objections.server.tsx'

// Whom it reaches that a guest asks to have a photo taken down, where more than one person looks after the guests.

const db = await testDatabase()

test('everybody hears of it who has the right to the guests, of the drive or of the invitation alone, and nobody else', async () => {
  const host = await someGathering(db)
  const guest = await someGuest(db, host, { name: 'Amina Yusuf' })
  const photo = await somePhoto(db, host)
  const [owner, secretary, treasurer] = [await somePerson(db), await somePerson(db), await somePerson(db)]
  const [helper, gone] = [await somePerson(db), await somePerson(db)]
  const { id: drive } = await someDrive(db, { ownerId: owner.id })
  await db.updateTable('gatherings').set({ fund_drive_id: drive }).where('id', '=', host.id).execute()
  for (const [{ id }, role] of [
    [secretary, 'secretary'],
    [treasurer, 'treasurer'],
  ] as const)
    await sql`insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at)
      values (${drive}, ${id}, 'A helper', ${role}, ${owner.id}, now(), now())`.execute(db)
  for (const [{ id }, left] of [
    [helper, null],
    [gone, new Date()],
  ] as const)
    await sql`insert into drive_helpers (gathering_id, user_id, invited, role, invited_by, expires_at, accepted_at, left_at)
      values (${host.id}, ${id}, 'A helper', 'secretary', ${owner.id}, now(), now(), ${left})`.execute(db)
  await objectTo(db, { gatheringId: host.id, supporterId: guest.id }, photo, '')
  const { rows } = await sql<{ person: string }>`select payload->>'personId' as person
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-photo-objection'`.execute(db)
  expect(rows.map(({ person }) => person).toSorted()).toEqual([owner.id, secretary.id, helper.id].toSorted())
})
