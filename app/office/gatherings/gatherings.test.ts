import { expect, test } from 'vitest'
import { guestOf } from '#app/features/guests/guest.server.ts'
import { report } from '#app/features/guests/wishes.server.ts'
import { gatheringToRead } from '#app/features/occasions/gathering.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { somePerson } from '#test/make.ts'
import { gatheringSeen, gatheringsList } from './gatherings-list.server.ts'
import { allowGathering, stopGathering } from './stop.server.ts'

const db = await testDatabase()
const admin = await somePerson(db, { admin: true })
const by = { id: admin.id, address: '41.90.4.0' }
const list = async (query = '') =>
  (await gatheringsList.page(db, gatheringsList.asked(new URLSearchParams(query)))).rows.map(({ slug }) => slug)
const reports = async (link: string, networks: number) => {
  for (let nr = 1; nr <= networks; nr++)
    await report(db, link, { reason: 'stranger', words: 'Who is this?', address: `41.${nr}.4.1` })
}

test('an invitation that guests of three networks reported waits for the office, which allows it', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host, { name: 'Njeri', phone: '+254712345678' })
  await reports(link, 3)
  expect(await list('reported=on')).toEqual([host.slug])
  expect(await gatheringSeen(db, host.slug)).toMatchObject({
    reports: 3,
    paused: true,
    seen: [{ guest: 'Njeri', phone: '0712 … 678', words: 'Who is this?', lookedAt: null }, {}, {}],
  })
  await allowGathering(db, host.slug, { by, why: 'We called them' })
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ reports: 0, paused: false, status: 'open' })
  await expect(allowGathering(db, host.slug, { by, why: 'Again' })).rejects.toThrow('Another administrator')
})

test('one that is stopped is missing for guests and hosts, and is allowed as it was', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host)
  await db.updateTable('gatherings').set({ status: 'closed' }).where('id', '=', host.id).execute()
  await stopGathering(db, host.slug, { by, why: 'Nobody knows these people' })
  expect(await guestOf(db, link)).toBeUndefined()
  expect(await gatheringToRead(db, { id: host.personId, isAdmin: false }, host.slug)).toBeUndefined()
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ stoppedWhy: 'Nobody knows these people' })
  expect(await list('status=stopped')).toEqual([host.slug])
  await expect(stopGathering(db, host.slug, { by, why: 'Twice' })).rejects.toThrow('Another administrator')
  await allowGathering(db, host.slug, { by, why: 'A mistake' })
  expect(await guestOf(db, link)).toBeDefined()
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ status: 'closed', stoppedWhy: null })
  const log = await db
    .selectFrom('audit_log')
    .where('subject', '=', host.id)
    .select(['act', 'why'])
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { act: 'gathering stopped', why: 'Nobody knows these people' },
    { act: 'gathering allowed', why: 'A mistake' },
  ])
})

test('nobody decides about their own, and ten who stop one at once stop it once', async () => {
  const host = await someGathering(db)
  const own = { by: { id: host.personId, address: '41.90.4.0' }, why: 'Mine' }
  await expect(stopGathering(db, host.slug, own)).rejects.toMatchObject({ status: 403 })
  await expect(stopGathering(db, 'no-such', { by, why: 'x' })).rejects.toMatchObject({ status: 404 })
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => stopGathering(db, host.slug, { by, why: 'Spam' })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
