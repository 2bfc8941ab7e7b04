import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { action as quietHook, loader as quietOpened } from '#app/invitations/messages/api/quiet.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { useTexter } from '#app/platform/sms/texter.server.ts'
import { forgetSupporters } from '#app/privacy/forget-supporters.server.ts'
import { asking } from '#test/asking.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { everybody, mailsTo, sendAll } from '#test/guest-mails.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { compose, composeForm, recipientsMeant, stopMessage } from './compose.server.ts'
import { messageMost } from './message.ts'
import { invitedWith } from './messages.server.ts'
import { resumeLines } from './send.server.ts'

leavesSomethingBehind()
const db = await testDatabase()
const before = { pretends: settings.pretends, SMS_KEY: settings.SMS_KEY }
beforeEach(() => {
  Object.assign(settings, { pretends: true })
  useTexter({
    read: () => undefined,
    send: async () => ({ is: 'taken', id: crypto.randomUUID(), cents: 80 }),
  } as never)
})
afterEach(async () => {
  Object.assign(settings, before)
  expect(await brokenBooks(db)).toEqual([])
})

const invitation = { kind: 'invitation', words: '', byHand: false } as const
const address = () => `${crypto.randomUUID()}@example.test`
const linesOf = (id: string) =>
  db
    .selectFrom('message_lines as l')
    .innerJoin('supporters as s', 's.id', 'l.supporter_id')
    .where('l.message_id', '=', id)
    .orderBy('s.name')
    .select(['l.id', 's.name', 'l.way', 'l.state', 'l.why', 'l.tries'])
    .execute()
const phone = (nr: number) => `+2547121${String(nr).padStart(5, '0')}`
const noon = () => new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
async function sendTexts(now = noon()) {
  const { rows } = await sql<{ id: number }>`select id from sms_outbox where state = 'waiting'`.execute(db)
  for (const { id } of rows) await sendWritten(db, { smsId: id }, now)
}

test('each guest is written to by the way there is: mail, else a text, else the host’s own phone; a card that left is written down', async () => {
  const host = await someGathering(db)
  const email = address()
  await someGuest(db, host, { name: 'A mail', email, phone: phone(1) })
  await someGuest(db, host, { name: 'B text', phone: phone(2) })
  await someGuest(db, host, { name: 'C hand' })
  await someGuest(db, host, { name: 'D far', phone: '+4915112345678' })
  const { id, many } = await compose(db, host.mine, everybody, { ...invitation, words: 'Karibuni.', many: 4 })
  expect(many).toBe(4)
  await sendAll(db)
  await sendTexts()
  await resumeLines(db)
  expect((await linesOf(id)).map(({ way, state }) => `${way} ${state}`)).toEqual(
    ['mail sent', 'hand queued', 'hand queued'].toSpliced(1, 0, 'sms sent'),
  )
  const sent = await db
    .selectFrom('supporters')
    .where('gathering_id', '=', host.id)
    .where('sent_at', 'is not', null)
    .orderBy('name')
    .select('name')
    .execute()
  expect(sent.map(({ name }) => name)).toEqual(['A mail', 'B text'])
  const text = await db.selectFrom('sms_outbox').where('phone', '=', phone(2)).select('text').executeTakeFirstOrThrow()
  expect(text.text).toMatch(/^The family invites you to Ruracio of Wanjiku, .*\/i\/[2-9a-z]{12} STOP ends texts$/)
  const [mail] = await mailsTo(db, email)
  expect(mail!.text).toContain('Karibuni.')
})

test('a mail of a gathering has the button of mail programs, which asks for no Origin, and says how to end it', async () => {
  const host = await someGathering(db)
  const email = address()
  const { link, id: guest } = await someGuest(db, host, { email })
  await compose(db, host.mine, everybody, { ...invitation, many: 1 })
  await sendAll(db)
  const [mail] = await mailsTo(db, email)
  const unfolded = mail!.raw.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: <https?://\\S+/api/quiet\\?link=${link}>\\r$`, 'm'))
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  for (const end of ['#quiet', '#forget', '#report']) expect(mail!.text).toContain(`/i/${link}${end}`)
  const post = (which: string) => {
    const { context, params, url } = asking({ path: `/api/quiet?link=${which}` })
    const request = new Request(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    return quietHook({ request, context, params, url } as never)
  }
  expect((await post('222222222222')).status).toBe(404)
  expect((await post(link)).status).toBe(200)
  const { quiet_at } = await oneRow('supporters', { id: guest })
  expect(quiet_at).not.toBeNull()
  expect(await recipientsMeant(db, host.id, everybody)).toMatchObject({ all: 0, quiet: 1 })
  const opened = quietOpened({ url: new URL(`http://x/api/quiet?link=${link}`) } as never)
  expect(opened.headers.get('location')).toBe(`/i/${link}#quiet`)
})

describe('what is fixed when a message is sent', () => {
  test('a form that is sent twice, ten times at once, writes one message', async () => {
    const host = await someGathering(db)
    for (let nr = 0; nr < 3; nr++) await someGuest(db, host, { email: address() })
    const key = crypto.randomUUID()
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => compose(db, host.mine, everybody, { ...invitation, many: 3, key })),
    )
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  })

  test('a list that changed since it was shown is not written to unseen', async () => {
    const host = await someGathering(db)
    await someGuest(db, host)
    await someGuest(db, host)
    await expect(compose(db, host.mine, everybody, { ...invitation, many: 1 })).rejects.toThrow('list has changed')
  })

  test('what the filter of the list means, the message reaches', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { name: 'Amina', phone: '+254712345678' })
    await someGuest(db, host, { name: 'Otieno' })
    await setRows(
      'supporters',
      { name: 'Amina', gathering_id: host.id },
      { groups: ['choir'], seen_on: new Date('2026-01-01') },
    )
    const many = async (part: object) => Number((await recipientsMeant(db, host.id, { ...everybody, ...part })).all)
    expect(await many({})).toBe(2)
    for (const part of [{ group: 'choir' }, { seen: 'yes' }, { q: 'ami' }, { q: '0712 345' }, { q: '%' }])
      expect(await many(part), JSON.stringify(part)).toBe('q' in part && part.q === '%' ? 0 : 1)
    expect([await many({ occasion: 1 }), await many({ occasion: 2 }), await many({ answer: 'yes' })]).toEqual([2, 0, 0])
    expect([await many({ sent: 'no' }), await many({ sent: 'yes' })]).toEqual([2, 0])
  })

  test('who is forgotten, wants no more messages or is answered for meanwhile is left out: O26', async () => {
    const host = await someGathering(db)
    const [gone, quiet] = [address(), address()]
    const a = await someGuest(db, host, { name: 'A', email: gone })
    const b = await someGuest(db, host, { name: 'B', email: quiet })
    const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 2 })
    await db.transaction().execute((tx) => forgetSupporters(tx, [a.id], { now: new Date(), comes: false }))
    await db.updateTable('supporters').set({ quiet_at: new Date() }).where('id', '=', b.id).execute()
    await sendAll(db)
    expect((await linesOf(id)).map(({ state, why }) => `${state} ${why}`)).toEqual(['skipped quiet', 'skipped gone'])
    expect([...(await mailsTo(db, gone)), ...(await mailsTo(db, quiet))]).toEqual([])
    expect(await recipientsMeant(db, host.id, everybody)).toMatchObject({ all: 0, quiet: 1 })
  })

  test('a message that is stopped goes to nobody else, and only its host stops it', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { email: address() })
    const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 1 })
    const other = await someGathering(db)
    await expect(stopMessage(db, other.mine, id)).rejects.toMatchObject({ status: 404 })
    await stopMessage(db, host.mine, id)
    await sendAll(db)
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(['skipped'])
  })

  test('a host who is shut out sends nothing', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { email: address() })
    const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 1 })
    await setRows('users', { id: host.personId }, { suspended_at: new Date(), suspended_why: 'spam' })
    await sendAll(db)
    expect((await linesOf(id)).map(({ why }) => why)).toEqual(['closed'])
  })
})

describe('limits', () => {
  test('twenty messages a day', async () => {
    const host = await someGathering(db)
    await someGuest(db, host)
    const send = () => compose(db, host.mine, everybody, { kind: 'note', words: 'Soon', byHand: true, many: 1 })
    for (let nr = 0; nr < messageMost.messagesADay; nr++) await send()
    await expect(send()).rejects.toThrow('20 messages')
  })

  test('two hundred mails on a host’s first day, also where two messages are sent at once; the rest waits', async () => {
    const host = await someGathering(db)
    await sql`insert into supporters (gathering_id, name, email, link, origin)
      select ${host.id}, 'Guest ' || n, n || '@many.test', 'abcdefgh' || translate(lpad(n::text, 4, '0'), '01', 'xy'), 'host'
      from generate_series(1, 205) n`.execute(db)
    await sql`insert into invitations (occasion_id, supporter_id, seats, code)
      select ${host.occasionId}, id, 1, 'AB' || upper(right(link, 4)) from supporters
      where gathering_id = ${host.id}`.execute(db)
    const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 205 })
    const now = new Date()
    for (let nr = 0; nr < 4; nr++) await sendAll(db, now)
    const count = async () => (await linesOf(id)).filter(({ state }) => state === 'queued').length
    const left = await count()
    expect(205 - left).toBeLessThanOrEqual(200)
    await sendAll(db, new Date(now.getTime() + 25 * 3_600_000))
    expect(await count()).toBe(0)
  }, 120_000)

  test('a hundred texts for a gathering; who is left is written to from the host’s phone', async () => {
    const host = await someGathering(db)
    for (let nr = 0; nr < 102; nr++) await someGuest(db, host, { phone: phone(100 + nr) })
    const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 102 })
    const ways = (await linesOf(id)).map(({ way }) => way)
    expect([ways.filter((way) => way === 'sms').length, ways.filter((way) => way === 'hand').length]).toEqual([100, 2])
  })

  test('words of an invitation that goes by text are for the page of its guest, and for no other’s', async () => {
    const host = await someGathering(db)
    const invited = await someGuest(db, host, { name: 'Invited', phone: phone(800) })
    const later = await someGuest(db, host, { name: 'Later', phone: phone(801) })
    const one = { ...everybody, q: 'Invited' }
    const words = 'Mass begins at ten.'
    const { id } = await compose(db, host.mine, one, { ...invitation, words, many: 1 })
    expect([await linesOf(id), await invitedWith(db, invited.id)]).toMatchObject([[{ way: 'sms' }], null])
    await sendAll(db)
    expect([await invitedWith(db, invited.id), await invitedWith(db, later.id)]).toEqual([words, null])
  })

  test('words that find no room in a text are not cut: the host sends them', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { phone: phone(900) })
    const words =
      'Please come by the lower road, because the bridge on the upper one is under repair until the end of the month.'
    const { id } = await compose(db, host.mine, everybody, { kind: 'note', words, byHand: false, many: 1 })
    expect((await linesOf(id)).map(({ way }) => way)).toEqual(['hand'])
  })
})

test.each(['See https://evil.example/x', 'www.evil.example', 'go to evil.co.ke now', 'evil.com', 'ftp://x'])(
  'words with a link are refused: %s',
  (words) => {
    expect(composeForm.safeParse({ kind: 'note', words }).success).toBe(false)
  },
)

test('words are not taken for a link because of a full stop, and a note needs words', () => {
  expect(composeForm.safeParse({ kind: 'note', words: 'Njoo saa 4.30 asubuhi.Asante. Bei ni 1.500' }).success).toBe(
    true,
  )
  expect(composeForm.safeParse({ kind: 'note', words: '' }).success).toBe(false)
  expect(composeForm.safeParse({ kind: 'change', words: 'x' }).success).toBe(false)
  expect(composeForm.safeParse({ kind: 'note', words: 'x'.repeat(601) }).success).toBe(false)
})
