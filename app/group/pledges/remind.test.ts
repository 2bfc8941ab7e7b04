import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { stopSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { dayFrom, pledgeRow, somePledge, writtenPledge } from '#test/pledges.ts'
import { someRows } from '#test/rows.ts'
import { giveUp, stopReminders } from './giver.server.ts'
import { remindPledges } from './manage.server.ts'
import { nextReminder } from './pledge.ts'
import { mailPledge } from './tell.server.tsx'

// When the giver of a pledge is written to, and when not.

const db: Db = await testDatabase()
booksMustHold(() => db)
const dueOn = dayFrom(30)
/** A moment of Nairobi's clocks, so many days from the day that the pledge is for. */
const at = (days: number, hour: number) =>
  new Date(Date.parse(`${dueOn}T00:00:00Z`) + days * 86_400_000 + (hour - 3) * 3_600_000)

const textsAbout = async (id: number) =>
  (await db.selectFrom('sms_outbox').where('key', 'like', `pledge ${id} %`).select('text').orderBy('id').execute()).map(
    ({ text }) => text,
  )

let drive: Awaited<ReturnType<typeof someDrive>>
let phones = 0
const phone = () => `+2547001${String(++phones).padStart(5, '0')}`
beforeEach(async () => {
  await db.deleteFrom('pledges').execute()
  drive = await someDrive(db)
})

test('a pledge is told of at once, three days before its day, on it, and a week after', async () => {
  const { id, token, yes } = await somePledge(db, drive, { dueOn, phone: phone() })
  for (const [days, hour] of [
    [-4, 10],
    [-3, 8],
    [-3, 9],
    [-2, 9],
    [0, 10],
    [3, 9],
    [7, 11],
    [8, 9],
    [30, 9],
  ] as const)
    await remindPledges(db, at(days, hour))
  const texts = await textsAbout(id)
  expect(texts).toHaveLength(4)
  expect(texts[0]).toContain('You pledged KES 2,000 for Heal Mama Achieng')
  expect(texts[1]).toContain('is for')
  expect(texts[3]).toContain('was for')
  const links = texts.map((text) => /\/pledge\/(\S+) STOP ends texts$/.exec(text ?? '')?.[1])
  expect(links).toEqual([`${token}?yes=${yes}`, token, token, token])
  expect(await pledgeRow(db, id)).toMatchObject({ reminded: 3, remind_at: null })
})

test('two jobs at once, at midnight, and while it is released: one text at most [T538]', async () => {
  const { id, token } = await somePledge(db, drive, { dueOn, phone: phone() })
  for (const hour of [0, 3, 7, 20, 23]) await remindPledges(db, at(-3, hour))
  expect(await textsAbout(id)).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => remindPledges(db, at(-2, 8))))
  expect(await textsAbout(id)).toHaveLength(2)
  await Promise.all([remindPledges(db, at(0, 9)), giveUp(db, token), remindPledges(db, at(0, 9))])
  expect((await textsAbout(id)).length).toBeLessThanOrEqual(3)
  const before = await textsAbout(id)
  await remindPledges(db, at(7, 9))
  expect(await textsAbout(id)).toEqual(before)
})

test('after days without a job one reminder is sent, not all that were missed [T539]', async () => {
  const { id } = await somePledge(db, drive, { dueOn, phone: phone() })
  await remindPledges(db, at(20, 9))
  expect(await textsAbout(id)).toHaveLength(2)
  expect(await pledgeRow(db, id)).toMatchObject({ reminded: 3, remind_at: null })
})

test('nobody is reminded of a pledge that was released or stopped, of a paused drive, and by a phone that said STOP', async () => {
  const stopped = phone()
  const made = {
    released: await somePledge(db, drive, { dueOn, phone: phone() }),
    still: await somePledge(db, drive, { dueOn, phone: phone() }),
    stopped: await somePledge(db, drive, { dueOn, phone: stopped }),
  }
  await giveUp(db, made.released.token)
  await stopReminders(db, made.still.token)
  const other = await someDrive(db)
  const paused = await somePledge(db, other, { dueOn, phone: phone() })
  await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', other.id).execute()
  await stopSms(db, stopped)
  await remindPledges(db, at(-3, 10))
  for (const { id } of [...Object.values(made), paused]) expect(await textsAbout(id)).toHaveLength(1)
  // What was due while it was paused is not sent later; the next is.
  await db.updateTable('fund_drives').set({ status: 'active' }).where('id', '=', other.id).execute()
  await remindPledges(db, at(-1, 10))
  expect(await textsAbout(paused.id)).toHaveLength(1)
  await remindPledges(db, at(0, 10))
  expect(await textsAbout(paused.id)).toHaveLength(2)
})

test('a pledge that another person wrote down is told of only where its giver agreed, and says who wrote it [T540]', async () => {
  const writer = await somePerson(db, { fullName: 'Wanjiru Kamau' })
  drive = await someDrive(db, { ownerId: writer.id })
  const of = (agreed: boolean) => writtenPledge(db, drive, { phone: phone(), dueOn, agreed })
  const [silent, told] = [await of(false), await of(true)]
  await remindPledges(db, at(-3, 10))
  expect(await textsAbout(silent.id)).toEqual([])
  const [first, second] = await textsAbout(told.id)
  expect(first).toMatch(/^Wanjiru Kamau wrote down that you pledge KES 1,000 for .* Pay or refuse: .* STOP ends texts$/)
  expect(second).toContain('Your pledge of KES 1,000')
})

test('a mail says how to have no more of them, and is not sent once the pledge was stopped', async () => {
  const email = 'giver-of-pledge@example.test'
  const { id, token } = await somePledge(db, drive, { dueOn, phone: null, email })
  const sent = async () => await someRows('sandbox.mails', { to_address: email }, 'subject', 'text')
  await mailPledge(db, { pledgeId: id, about: 0 })
  expect(await sent()).toMatchObject([{ text: expect.stringContaining(`/pledge/${token}#reminders`) }])
  await stopReminders(db, token)
  await mailPledge(db, { pledgeId: id, about: 1 })
  expect(await sent()).toHaveLength(1)
})

test('the first reminder is the first whose time is still to come', () => {
  const due = '2026-12-10'
  const after = (text: string) => nextReminder(due, new Date(text))
  expect(after('2026-12-01T00:00:00Z')).toEqual({ nr: 0, at: new Date('2026-12-07T06:00:00Z') })
  expect(after('2026-12-07T06:00:00Z')).toEqual({ nr: 1, at: new Date('2026-12-10T06:00:00Z') })
  expect(after('2026-12-10T07:00:00Z')).toEqual({ nr: 2, at: new Date('2026-12-17T06:00:00Z') })
  expect(after('2026-12-18T00:00:00Z')).toBeNull()
  expect(nextReminder(null, new Date())).toBeNull()
})

test('a text that waits for the morning is not sent once the pledge is released, stopped or paid', async () => {
  const waiting = async (id: number) =>
    (
      await db.selectFrom('sms_outbox').where('key', 'like', `pledge ${id} %`).select('state').orderBy('id').execute()
    ).map(({ state }) => state)
  const released = await somePledge(db, drive, { dueOn, phone: phone() })
  const stopped = await somePledge(db, drive, { dueOn, phone: phone() })
  const open = await somePledge(db, drive, { dueOn, phone: phone() })
  await giveUp(db, released.token)
  await stopReminders(db, stopped.token)
  expect([await waiting(released.id), await waiting(stopped.id), await waiting(open.id)]).toEqual([
    ['stopped'],
    ['stopped'],
    ['waiting'],
  ])
})
