import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { everybody, mailsTo, sendAll } from '#test/guest-mails.ts'
import { query } from '#test/rows.ts'
import { handSent, nextByHand } from './by-hand.server.ts'
import { tellNow } from './change.server.ts'
import { compose } from './compose.server.ts'
import { arePaused } from './messages.server.ts'
import { sendMessage } from './send.server.ts'

// Many workers at one message, and what a line does that had to wait.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const invitation = { kind: 'invitation', words: '', byHand: false } as const
const address = () => `${crypto.randomUUID()}@example.test`
const many = <Done>(times: number, run: () => Promise<Done>) => Promise.all(Array.from({ length: times }, run))
const linesOf = (id: string) =>
  db.selectFrom('message_lines').where('message_id', '=', id).orderBy('id').select(['state', 'why']).execute()

test('64 workers at one message of 40 guests: each gets one email', async () => {
  const host = await someGathering(db)
  const emails = Array.from({ length: 40 }, address)
  for (const email of emails) await someGuest(db, host, { email })
  const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 40 })
  await many(64, () => sendMessage(db, { messageId: id }))
  for (const email of emails) expect((await mailsTo(db, email)).length).toBe(1)
})

test('64 times Tell now at once writes one message', async () => {
  const host = await someGathering(db)
  const email = address()
  const { link } = await someGuest(db, host, { email })
  await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  await saveOccasion(db, host.mine, 1, occasionForm.parse(occasionTypedBy({ time: '12:00', version: '1' })))
  const told = await many(64, () => tellNow(db, host.mine, 1))
  expect(told.filter((one) => one.told > 0)).toEqual([{ told: 1 }])
  await sendAll(db)
  expect((await mailsTo(db, email)).filter(({ subject }) => subject.startsWith('Changed')).length).toBe(1)
})

test('what guests of three networks reported waits for the back office, and goes out after it', async () => {
  const host = await someGathering(db)
  const email = address()
  const { id: guest } = await someGuest(db, host, { email })
  const { id } = await compose(db, host.mine, everybody, { ...invitation, many: 1 })
  for (const network of ['10.0.0.0', '10.0.1.0', '10.0.2.0'])
    await db
      .insertInto('guest_reports')
      .values({ gathering_id: host.id, supporter_id: guest, reason: 'stranger', network })
      .execute()
  expect(await arePaused(db, host.id)).toBe(true)
  await sendAll(db)
  expect(await mailsTo(db, email)).toEqual([])
  await db.updateTable('guest_reports').set({ looked_at: new Date() }).where('gathering_id', '=', host.id).execute()
  await sendAll(db)
  expect((await linesOf(id)).map(({ state }) => state)).toEqual(['sent'])
})

test('a reminder that had to wait until the occasion has begun is left out, a word of thanks is not', async () => {
  const host = await someGathering(db, { day: dayIn(1) })
  const email = address()
  const { link } = await someGuest(db, host, { email })
  await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  const message = (kind: 'reminder' | 'thanks') =>
    sql<{ id: string }>`with m as (
        insert into messages (gathering_id, occasion_id, kind, words)
        values (${host.id}, ${host.occasionId}, ${kind}, 'Asanteni') returning id),
      l as (insert into message_lines (message_id, supporter_id, way)
        select m.id, s.id, 'mail' from m, supporters s where s.gathering_id = ${host.id})
      select id from m`.execute(db)
  const [reminder, thanks] = [(await message('reminder')).rows[0]!, (await message('thanks')).rows[0]!]
  await query`update occasions set starts_local = now() at time zone zone - interval '1 hour' where id = ${host.occasionId}`
  await sendAll(db)
  expect(await linesOf(reminder.id)).toEqual([{ state: 'skipped', why: 'over' }])
  expect(await linesOf(thanks.id)).toEqual([{ state: 'sent', why: null }])
})

test('a guest whose Sent is pressed ten times is written down at the first, and the next one waits', async () => {
  const host = await someGathering(db)
  await someGuest(db, host, { name: 'A' })
  await someGuest(db, host, { name: 'B' })
  const { id } = await compose(db, host.mine, everybody, { ...invitation, byHand: true, many: 2 })
  const { line, name, picture } = (await nextByHand(db, host.id, id, 0))!
  expect([name, picture]).toEqual(['A', expect.stringMatching(/^\/i\/[2-9a-z]{12}\/card\.jpg$/)])
  const first = new Date()
  await handSent(db, host.mine, id, line, first)
  await many(10, () => handSent(db, host.mine, id, line, new Date(first.getTime() + 60_000)))
  const { at } = await db.selectFrom('message_lines').where('id', '=', line).select('at').executeTakeFirstOrThrow()
  expect(at).toEqual(first)
  expect((await nextByHand(db, host.id, id, line))!.name).toBe('B')
})

test('two messages of a new host at once have the two hundred emails of the first day together', async () => {
  const host = await someGathering(db)
  for (let nr = 0; nr < 40; nr++) await someGuest(db, host, { email: address() })
  const note = (words: string) => compose(db, host.mine, everybody, { kind: 'note', words, byHand: false, many: 40 })
  const [before, ...both] = [await note('before'), await note('one'), await note('two')]
  await sql`update message_lines set state = 'sent' where message_id = ${before.id}`.execute(db)
  // Of the two hundred 150 were sent before: the forty of that message, and 110 more that stand for another.
  await query`with s as (insert into supporters (gathering_id, name, link, origin, email)
      select ${host.id}, 'Guest ' || n, translate('sent' || lpad((n + 10000)::text, 8, '0'), '01', 'xy'), 'host', n || '@sent.test'
      from generate_series(1, 110) n returning id)
    insert into message_lines (message_id, supporter_id, way, state) select ${before.id}, id, 'mail', 'sent' from s`
  await Promise.all(Array.from({ length: 32 }, (_, nr) => sendMessage(db, { messageId: both[nr % 2]!.id })))
  const lines = (await Promise.all(both.map(({ id }) => linesOf(id)))).flat()
  expect(lines.filter(({ state }) => state === 'sent').length).toBe(50)
})
