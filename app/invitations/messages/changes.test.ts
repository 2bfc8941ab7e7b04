import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { cancelOccasion, saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { brokenBooks } from '#test/books.ts'
import { calendarClient, valuesOf } from '#test/calendar-client.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { everybody, filesIn, mailAnswers, mailsTo, sendAll } from '#test/guest-mails.ts'
import { oneRow } from '#test/rows.ts'
import { tellChange, tellNow } from './change.server.ts'
import { compose } from './compose.server.ts'
import { sendMessage } from './send.server.ts'

// Faults O5, O7 and O10 of test/faults.md: a time that is moved while guests are told of it, and a day that is cancelled.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const says = { no: 1, children: 0 } as const
type Reply = 'yes' | 'maybe' | 'no'

/** A gathering whose guests were sent their card by mail; each answers as asked. */
async function invited(replies: Record<string, Reply | null>) {
  const host = await someGathering(db)
  const guests = await Promise.all(
    Object.entries(replies).map(async ([name, reply]) => {
      const email = `${name}.${crypto.randomUUID()}@example.test`
      return { name, reply, email, ...(await someGuest(db, host, { name, email })) }
    }),
  )
  await compose(db, host.mine, everybody, { kind: 'invitation', words: '', byHand: false, many: guests.length })
  await sendAll(db)
  for (const { link, reply } of guests)
    if (reply) await answer(db, link, { ...says, reply, adults: reply === 'no' ? 0 : 2 })
  await mailAnswers(db)
  return { host, emails: Object.fromEntries(guests.map(({ name, email }) => [name, email])), guests }
}
type Invited = Awaited<ReturnType<typeof invited>>

let version: number
const move = ({ host }: Invited, to: Record<string, string>) =>
  saveOccasion(db, host.mine, 1, occasionForm.parse(occasionTypedBy({ ...to, version: String(version++) })))
const quiet = () => new Date(Date.now() + 10 * 60_000 + 1000)
const subjects = async (email: string) => (await mailsTo(db, email)).map(({ subject }) => subject)
const changes = async (email: string) => (await subjects(email)).filter((subject) => subject.startsWith('Changed'))
const named = (one: Invited, name: string) => one.emails[name]!

test('time moved by three edits and back, and a cancellation: five guests read in the mailbox what holds, their calendars show it in any order', async () => {
  version = 1
  const all = await invited({ yes: 'yes', maybe: 'maybe', no: 'no', silent: null, later: 'yes' })
  const { host } = all
  const [day, other] = [dayIn(30), dayIn(31)]
  // Three edits within ten minutes, and back to what it was: nobody is told.
  for (const time of ['11:00', '12:00', '13:00', '10:00']) await move(all, { day, time })
  expect(await tellChange(db, host, { now: quiet() })).toEqual({ told: 0 })
  // Moved to an hour later: all but who said No.
  await move(all, { day, time: '11:00' })
  expect(await tellChange(db, host)).toEqual({ told: 0 })
  expect(await tellChange(db, host, { now: quiet() })).toEqual({ told: 4 })
  await sendAll(db)
  expect(await changes(named(all, 'no'))).toEqual([])
  // To another day: who said No hears of it, too.
  await move(all, { day: other, time: '11:00' })
  expect(await tellNow(db, host.mine, 1)).toEqual({ told: 5 })
  await sendAll(db)
  expect(await tellNow(db, host.mine, 1)).toEqual({ told: 0 })
  // One no longer comes; then the day is cancelled.
  await answer(db, all.guests.find(({ name }) => name === 'later')!.link, { ...says, reply: 'no', adults: 0 })
  await mailAnswers(db)
  await cancelOccasion(db, host.mine, 1, 'The family is in mourning.')
  await Promise.all(Array.from({ length: 10 }, () => tellChange(db, host)))
  await sendAll(db)

  const got = async (name: string) => (await subjects(named(all, name))).map((subject) => subject.split(/:| to /)[0])
  expect(await got('yes')).toEqual(['You are invited', 'Your answer', 'Changed', 'Changed', 'Cancelled'])
  expect(await got('maybe')).toEqual(['You are invited', 'Your answer', 'Changed', 'Changed', 'Cancelled'])
  expect(await got('no')).toEqual(['You are invited', 'Your answer', 'Changed'])
  expect(await got('silent')).toEqual(['You are invited', 'Changed', 'Changed', 'Cancelled'])
  expect(await got('later')).toEqual(['You are invited', 'Your answer', 'Changed', 'Changed', 'Your answer'])

  for (const name of ['yes', 'maybe', 'later']) {
    const files = filesIn(await mailsTo(db, named(all, name)))
    expect(files.map((file) => [valuesOf(file, 'METHOD')[0], valuesOf(file, 'SEQUENCE')[0]])).toEqual([
      ['REQUEST', '1'],
      ['REQUEST', '2'],
      ['REQUEST', '3'],
      ['CANCEL', '4'],
    ])
    expect(new Set(files.flatMap((file) => valuesOf(file, 'UID'))).size).toBe(1)
    for (const order of orders(files)) {
      const program = calendarClient()
      for (const file of order) program.open(file)
      expect(program.shown()).toEqual([])
      const standing = calendarClient()
      for (const file of order.filter((one) => one !== files[3])) standing.open(file)
      expect(standing.shown()).toEqual([`${other.replaceAll('-', '')}T080000Z`])
    }
  }
  for (const name of ['no', 'silent']) expect(filesIn(await mailsTo(db, named(all, name)))).toEqual([])
})

const orders = <One>(all: One[]): One[][] =>
  all.length < 2 ? [all] : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

describe('O7: moved again while guests are told', () => {
  /** Guest a was told of noon. The worker died before b, who is told next. */
  async function halfTold() {
    version = 1
    const all = await invited({ a: 'yes', b: 'yes' })
    await move(all, { time: '12:00' })
    await tellNow(db, all.host.mine, 1)
    const becomes = (state: string) =>
      sql`update message_lines l set state = ${state} from messages m, supporters s
      where m.id = l.message_id and s.id = l.supporter_id and m.kind = 'change' and s.name = 'b'
        and m.gathering_id = ${all.host.id}`.execute(db)
    await becomes('skipped')
    await sendAll(db)
    await becomes('queued')
    return all
  }
  const heard = async (all: Invited) => [
    (await changes(named(all, 'a'))).length,
    (await changes(named(all, 'b'))).length,
  ]

  test('who was not told yet is told the newest alone, who was told hears of it once more', async () => {
    const all = await halfTold()
    await move(all, { time: '14:00' })
    await move(all, { time: '15:00' })
    await sendAll(db)
    expect(await tellChange(db, all.host, { now: quiet() })).toEqual({ told: 2 })
    await sendAll(db)
    expect(await heard(all)).toEqual([2, 1])
    for (const name of ['a', 'b']) expect((await mailsTo(db, named(all, name))).at(-1)!.text).toContain('15:00')
  })

  test('and back: who was not told yet hears nothing, who was told hears that it is as before', async () => {
    const all = await halfTold()
    await move(all, { time: '10:00' })
    expect(await tellChange(db, all.host, { now: quiet() })).toEqual({ told: 1 })
    await sendAll(db)
    expect(await heard(all)).toEqual([2, 0])
    expect((await mailsTo(db, named(all, 'a'))).at(-1)!.text).toContain('10:00')
  })
})

test('O5: cancelled while 40 answer: each guest who has not said No is written once that it was cancelled, and nothing after it', async () => {
  version = 1
  const all = await invited(Object.fromEntries(Array.from({ length: 40 }, (_, nr) => [`guest${nr}`, null])))
  const formActions = all.guests.map(({ link }, nr) =>
    nr === 20
      ? cancelOccasion(db, all.host.mine, 1, 'The rain')
      : answer(db, link, { ...says, reply: nr % 5 ? 'yes' : 'no', adults: nr % 5 ? 1 : 0 }),
  )
  await Promise.allSettled(formActions)
  await tellChange(db, all.host)
  await sendAll(db)
  await mailAnswers(db)
  for (const { id, email } of all.guests) {
    const { state } = await oneRow('invitations', { supporter_id: id })
    const got = (await subjects(email)).filter((subject) => subject.startsWith('Cancelled'))
    expect(got.length, state).toBe(state === 'no' ? 0 : 1)
    if (state !== 'no') expect((await subjects(email)).at(-1)).toBe(got[0])
  }
})

test('who wants no messages hears of a change and a cancellation of what they said Yes to, and of nothing else', async () => {
  version = 1
  const all = await invited({ a: 'yes', silent: null })
  await db.updateTable('supporters').set({ quiet_at: new Date() }).where('gathering_id', '=', all.host.id).execute()
  await expect(
    compose(db, all.host.mine, everybody, { kind: 'note', words: 'Bring a torch', byHand: false, many: 2 }),
  ).rejects.toThrow('No guest')
  await move(all, { place: 'Kiambu' })
  expect(await tellNow(db, all.host.mine, 1)).toEqual({ told: 1 })
  await cancelOccasion(db, all.host.mine, 1, 'The rain')
  expect(await tellChange(db, all.host)).toEqual({ told: 1 })
  await sendAll(db)
  expect((await subjects(named(all, 'silent'))).length).toBe(1)
})

test('a day that is moved again and again fills no mailbox: five mails a day, then the newest, a day later', async () => {
  version = 1
  const all = await invited({ a: 'yes' })
  for (let nr = 0; nr < 8; nr++) {
    await move(all, { place: `Hall ${nr}` })
    await tellNow(db, all.host.mine, 1)
    await sendAll(db)
  }
  expect(await changes(named(all, 'a'))).toHaveLength(5)
  const [waiting] = await db
    .selectFrom('message_lines as l')
    .innerJoin('messages as m', 'm.id', 'l.message_id')
    .where('m.gathering_id', '=', all.host.id)
    .where('l.state', '=', 'queued')
    .select('m.id')
    .execute()
  await sendMessage(db, { messageId: waiting!.id }, { now: new Date(Date.now() + 24 * 3_600_000 + 60_000) })
  const mails = await mailsTo(db, named(all, 'a'))
  expect(mails.filter(({ subject }) => subject.startsWith('Changed'))).toHaveLength(6)
  expect(mails.at(-1)!.text).toContain('Hall 7')
  // A cancellation is counted apart, and comes at once.
  await cancelOccasion(db, all.host.mine, 1, 'The rain')
  await tellChange(db, all.host)
  await sendAll(db)
  expect((await mailsTo(db, named(all, 'a'))).at(-1)!.subject).toMatch(/^Cancelled/)
})
