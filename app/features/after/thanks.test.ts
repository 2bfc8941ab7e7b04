import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { guestsCard } from '#app/features/guests/card-told.server.ts'
import { forgetGuest } from '#app/features/guests/forget-guest.server.ts'
import { guestFilterIn } from '#app/features/guests/guest-filter.ts'
import { matchSupporters } from '#app/features/line/match.server.ts'
import { handSent, nextByHand } from '#app/features/messages/by-hand.server.ts'
import { compose, meantBy } from '#app/features/messages/compose.server.ts'
import { sendMessage } from '#app/features/messages/send.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, tomorrow } from '#test/doors.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { thanksOf } from './thanks.server.ts'
import { type ThankedFor, thanksQuery } from './thanks.ts'

// Who came or gave is thanked by a message, once, and has a card of thanks with the words of the host.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const meaning = (whom: ThankedFor) => guestFilterIn(new URLSearchParams(thanksQuery(whom)))
const many = async (host: { id: string }, whom: ThankedFor) => (await meantBy(db, host.id, meaning(whom))).all
const thankedAt = async (id: string) =>
  (await db.selectFrom('supporters').where('id', '=', id).select('thanked_at').executeTakeFirstOrThrow()).thanked_at

/** One guest came, one gave, one gave anonymously. */
async function afterwards() {
  const drive = await someDrive(db)
  const host = await someGathering(db, tomorrow, drive)
  const came = await someComing(db, host, { name: 'Baba Otieno' })
  const email = `${crypto.randomUUID()}@example.test`
  const gave = await someGuest(db, host, { name: 'Amina', email })
  const hidden = `${crypto.randomUUID()}@example.test`
  await someGuest(db, host, { name: 'Chebet', email: hidden })
  const door = await someDoor(db, host)
  await door.sends([door.lets(came.invitation)])
  await gift(db, drive.id, 5_000, { donorEmail: email })
  await gift(db, drive.id, 5_000, { donorEmail: hidden, anonymous: true })
  await matchSupporters(db)
  return { host, came, gave }
}

test('who came, who gave, or both are meant; an anonymous gift means nobody', async () => {
  const { host } = await afterwards()
  expect([await many(host, 'came'), await many(host, 'gave'), await many(host, 'either')]).toEqual([1, 1, 2])
})

test('thanks that were sent, by mail or by hand, are written down once, and nobody is meant a second time', async () => {
  const { host, came, gave } = await afterwards()
  const words = 'Asanteni sana.'
  const { id } = await compose(db, host.mine, meaning('either'), { kind: 'thanks', words, byHand: false, many: 2 })
  expect([await thankedAt(came.id), await thankedAt(gave.id), await thanksOf(db, gave.id)]).toEqual([null, null, null])
  await sendMessage(db, { messageId: id })
  expect(await thankedAt(gave.id)).toBeInstanceOf(Date)
  expect(await thankedAt(came.id)).toBeNull()
  const next = (await nextByHand(db, host.id, id, 0))!
  expect(next).toMatchObject({ name: 'Baba Otieno', picture: `/i/${came.link}/thanks.jpg`, left: 1 })
  // The picture is there for the host to send, before they say that they sent it.
  expect((await guestsCard(db, came.link))!.thanks).toMatchObject({
    card: { title: 'Asante', words, facts: [] },
    guest: { name: 'Baba Otieno' },
  })
  await handSent(db, host.mine, id, next.line)
  const first = await thankedAt(came.id)
  expect(first).toBeInstanceOf(Date)
  expect(await thanksOf(db, came.id)).toBe(words)
  expect(await many(host, 'either')).toBe(0)
  await sql`update message_lines set state = 'unsure' where message_id = ${id}`.execute(db)
  await sql`update message_lines set state = 'sent', at = now() + interval '1 day' where message_id = ${id}`.execute(db)
  expect(await thankedAt(came.id)).toEqual(first)
})

test('a note or an invitation that was sent thanks nobody', async () => {
  const { host, gave } = await afterwards()
  const { id } = await compose(db, host.mine, meaning('gave'), { kind: 'note', words: 'Hello', byHand: false, many: 1 })
  await sendMessage(db, { messageId: id })
  expect([await thankedAt(gave.id), await thanksOf(db, gave.id)]).toEqual([null, null])
  expect((await guestsCard(db, gave.link))!.thanks).toBeNull()
})

test('a guest who is forgotten gets no card of thanks: the name and the link are gone', async () => {
  const { host, came } = await afterwards()
  const { id } = await compose(db, host.mine, meaning('came'), {
    kind: 'thanks',
    words: 'Asante',
    byHand: true,
    many: 1,
  })
  await forgetGuest(db, host.mine, came.id)
  expect(await nextByHand(db, host.id, id, 0)).toBeNull()
  expect(await guestsCard(db, came.link)).toBeUndefined()
})
