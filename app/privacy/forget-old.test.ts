import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { matchSupporters } from '#app/invitations/activity/tie.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { guestsList } from '#app/invitations/guests/guests-list.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { somePledge } from '#test/pledges.ts'
import { forgetOldGuests, forgetOldMessages, mailForgetting } from './forget-old.server.ts'

// Guests of long ago are forgotten, unless they gave or pledged. The host is told a month ahead.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const later = (days: number) => new Date(Date.now() + days * 86_400_000)
const names = async (host: { id: string }) => {
  const asked = { ...guestsList.asked(new URLSearchParams()), gatheringId: host.id, whole: true, seesGifts: true }
  return (await guestsList.page(db, asked)).rows.map(({ name, phone }) => [name, phone])
}
const queued = async (id: string) =>
  (
    await sql<{
      n: number
    }>`select count(*) as n from graphile_worker.jobs where key like ${`%mail-forgetting%${id}%`}`.execute(db)
  ).rows[0]!.n

test('a year after the last occasion, and a month after the host was warned, not before', async () => {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const coming = await someGuest(db, host, { name: 'Amina', phone: '+254712388001', email: 'amina@example.org' })
  await someGuest(db, host, { name: 'Baraka', phone: '+254712388002' })
  await answer(db, coming.link, { no: 1, reply: 'yes', adults: 2, children: 0 })
  await somePledge(db, drive, { phone: '+254712388002', amount: 50_000 })
  await matchSupporters(db)
  expect(await forgetOldGuests(db, later(300))).toBe(0)
  expect(await forgetOldGuests(db, later(30 + 340))).toBe(0)
  const warned = await db
    .selectFrom('gatherings')
    .where('id', '=', host.id)
    .select('forget_warned_at')
    .executeTakeFirst()
  expect([warned?.forget_warned_at !== null, await queued(host.id)]).toEqual([true, 1])
  expect(await forgetOldGuests(db, later(30 + 366))).toBe(0)
  expect((await names(host)).map(([name]) => name)).toEqual(['Amina', 'Baraka'])
  expect(await forgetOldGuests(db, later(30 + 340 + 31))).toBe(1)
  expect(await names(host)).toEqual([
    ['Baraka', '0712 388 002'],
    ['Forgotten guest', null],
  ])
  const { rows } = await sql<{
    taken: number
  }>`select taken from occasion_seats where occasion_id = ${host.occasionId}`.execute(db)
  expect(rows[0]!.taken).toBe(2)
  expect(await forgetOldGuests(db, later(30 + 340 + 32))).toBe(0)
})

test('messages to guests are kept for 24 months, and as long as an occasion of the last 24 is there [T1702]', async () => {
  const [long, still] = [await someGathering(db), await someGathering(db)]
  for (const { id } of [long, still])
    await sql`insert into messages (gathering_id, kind) values (${id}, 'note')`.execute(db)
  const left = async () => {
    const rows = await db.selectFrom('messages').select('gathering_id').orderBy('created_at').execute()
    return rows.map(({ gathering_id: id }) => id)
  }
  const lastOccasion = ({ id }: { id: string }, ago: string) =>
    sql`update occasions set starts_local = now() - ${ago}::interval, ends_local = null where gathering_id = ${id}`.execute(
      db,
    )
  const written = (ago: string) => sql`update messages set created_at = now() - ${ago}::interval`.execute(db)
  await lastOccasion(long, '25 months')
  await lastOccasion(still, '23 months')
  await written('23 months')
  expect([await forgetOldMessages(db), await left()]).toEqual([0, expect.arrayContaining([long.id, still.id])])
  await written('25 months')
  expect([await forgetOldMessages(db), await left()]).toEqual([1, [still.id]])
})

test('the host reads how many it is about, and that the counts stay', async () => {
  const host = await someGathering(db)
  await someGuest(db, host)
  await mailForgetting(db, { gatheringId: host.id })
  const { rows } = await sql<{ text: string }>`select text from sandbox.mails order by id desc limit 1`.execute(db)
  expect(rows[0]!.text).toMatch(/In 30 days we remove the name and number of 1 guest/)
})
