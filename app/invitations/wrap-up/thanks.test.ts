import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { matchSupporters } from '#app/invitations/activity/tie.server.ts'
import { guestsCard } from '#app/invitations/guests/card-told.server.ts'
import { guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { handSent, nextByHand } from '#app/invitations/messages/by-hand.server.ts'
import { compose, recipientsMeant } from '#app/invitations/messages/compose.server.ts'
import { resumeLines, sendMessage } from '#app/invitations/messages/send.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { stopSms } from '#app/platform/sms/outbox.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { useTexter } from '#app/platform/sms/texter.server.ts'
import { forgetGuest } from '#app/privacy/forget-guest.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, tomorrow } from '#test/doors.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { thanksOfGuest } from './posts.server.ts'
import { type ThankedFor, thanksAddress } from './wrap-up.ts'

// Who came or gave is thanked by a message, once, and has a card of thanks with the words of the host.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const meaning = (whom: ThankedFor) =>
  guestFilterIn(new URL(thanksAddress('any', whom), 'http://house.test').searchParams)
const many = async (host: { id: string }, whom: ThankedFor) => (await recipientsMeant(db, host.id, meaning(whom))).all
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

test('each link of thanks means those who came, who gave, or both; an anonymous gift means nobody', async () => {
  const { host } = await afterwards()
  expect([await many(host, 'came'), await many(host, 'gave'), await many(host, 'either')]).toEqual([1, 1, 2])
})

test('thanks that were sent, by mail or by hand, are written down once, and nobody is meant a second time', async () => {
  const { host, came, gave } = await afterwards()
  const words = 'Asanteni sana.'
  const { id } = await compose(db, host.mine, meaning('either'), { kind: 'thanks', words, byHand: false, many: 2 })
  expect([await thankedAt(came.id), await thankedAt(gave.id), await thanksOfGuest(db, gave.id)]).toEqual([
    null,
    null,
    null,
  ])
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
  expect(await thanksOfGuest(db, came.id)).toBe(words)
  expect(await many(host, 'either')).toBe(0)
  await sql`update message_lines set state = 'unsure' where message_id = ${id}`.execute(db)
  await sql`update message_lines set state = 'sent', at = now() + interval '1 day' where message_id = ${id}`.execute(db)
  expect(await thankedAt(came.id)).toEqual(first)
})

test('a note or an invitation that was sent thanks nobody', async () => {
  const { host, gave } = await afterwards()
  const { id } = await compose(db, host.mine, meaning('gave'), { kind: 'note', words: 'Hello', byHand: false, many: 1 })
  await sendMessage(db, { messageId: id })
  expect([await thankedAt(gave.id), await thanksOfGuest(db, gave.id)]).toEqual([null, null])
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

describe('a guest who came and has only a phone', () => {
  const phones = ['+254712400001', '+254712400002', '+254712400003']
  const noon = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
  const before = settings.pretends
  /** What reached phones, in order. */
  let texts: string[] = []
  beforeEach(() => {
    texts = []
    useTexter({
      read: () => undefined,
      send: async (phone: string, text: string) => {
        texts.push(`${phone} ${text}`)
        return { is: 'taken', id: crypto.randomUUID(), cents: 80 }
      },
    } as never)
  })
  afterEach(() => void Object.assign(settings, { pretends: before }))

  async function cameByPhone() {
    const host = await someGathering(db, tomorrow)
    const door = await someDoor(db, host)
    const guests = []
    for (const [nr, phone] of phones.entries()) guests.push(await someComing(db, host, { name: `Guest ${nr}`, phone }))
    await door.sends(guests.map(({ invitation }) => door.lets(invitation)))
    return { host, guests }
  }
  const thank = (host: Awaited<ReturnType<typeof someGathering>>, many: number) =>
    compose(db, host.mine, meaning('came'), { kind: 'thanks', words: 'Asante kwa kuja.', byHand: false, many })
  /** What waits in the outbox is sent, and the lines hear of it. */
  async function sendTexts(id: string) {
    for (let nr = 0; nr < 2; nr++) {
      await sendMessage(db, { messageId: id })
      const { rows } = await sql<{ id: number }>`select id from sms_outbox order by id`.execute(db)
      for (const row of rows) await sendWritten(db, { smsId: row.id }, noon)
      await resumeLines(db)
    }
  }

  test('is thanked by one text, unless they want no more messages or their phone said STOP', async () => {
    Object.assign(settings, { pretends: true })
    const { host, guests } = await cameByPhone()
    const [reached, quiet, stopped] = guests as [(typeof guests)[0], (typeof guests)[0], (typeof guests)[0]]
    await sql`update supporters set quiet_at = now() where id = ${quiet.id}`.execute(db)
    const { id } = await thank(host, 2)
    await stopSms(db, phones[2]!)
    await sendTexts(id)
    const own = new RegExp(
      `^\\${phones[0]} The family, Ruracio: Asante kwa kuja\\. \\S+/i/${reached.link} STOP ends texts$`,
    )
    expect(texts).toEqual([expect.stringMatching(own)])
    expect(await thankedAt(reached.id)).toBeInstanceOf(Date)
    expect([await thankedAt(quiet.id), await thankedAt(stopped.id)]).toEqual([null, null])
    expect(await thanksOfGuest(db, reached.id)).toBe('Asante kwa kuja.')
    // Who was reached is not meant again, and who said STOP to a phone may be thanked in another way.
    expect(await many(host, 'came')).toBe(1)
  })

  test('is thanked from the phone of the host where no texts are sent', async () => {
    Object.assign(settings, { pretends: false })
    const { host } = await cameByPhone()
    const { id } = await thank(host, 3)
    await sendTexts(id)
    expect(texts).toEqual([])
    expect(await nextByHand(db, host.id, id, 0)).toMatchObject({ left: 3 })
  })
})
