import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { compose } from '#app/invitations/messages/compose.server.ts'
import { resumeLines, sendMessage } from '#app/invitations/messages/send.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { useTexter } from '#app/platform/sms/texter.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere, forever, type Mortal } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { smtpServer } from '#test/smtp.ts'

leavesSomethingBehind()

// O9: the worker dies at every statement and at every mail between the message and its last line. The next worker sends what
// is left: nobody gets more than two mails or one text, and no line is lost.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
  Object.assign(settings, { pretends: true })
})

const everybody = { occasion: null, group: '', answer: null, sent: null, seen: null, claims: false, q: '' } as const
const alive: Pick<Mortal, 'step'> = { step: (_what, run) => run() }

/** Takes mails and texts of those who live; each of them is a step. */
async function world() {
  const by = { step: alive.step }
  const server = await smtpServer({ takes: (take) => by.step('mail', async () => take()).catch(forever) })
  const texts: string[] = []
  useTexter({
    read: () => undefined,
    send: (to: string) =>
      by.step('text', async () => {
        texts.push(to)
        return { is: 'taken', id: crypto.randomUUID(), cents: 80 }
      }),
  } as never)
  Object.assign(settings, { SMTP_URL: server.url })
  return { server, texts, by }
}

let numbers = 10_000
async function begin() {
  const host = await someGathering(db)
  const emails = [`${crypto.randomUUID()}@example.test`, `${crypto.randomUUID()}@example.test`]
  const phone = `+2547120${++numbers}`
  for (const email of emails) await someGuest(db, host, { email })
  await someGuest(db, host, { phone })
  const asked = { kind: 'invitation', words: '', byHand: false, many: 3 } as const
  const { id } = await compose(db, host.mine, everybody, asked)
  return { id, emails, phone, world: await world() }
}
type About = Awaited<ReturnType<typeof begin>>

const noon = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
async function work({ db: on, step }: Pick<Mortal, 'db' | 'step'>, { id, world: { by } }: About) {
  by.step = step
  await sendMessage(on, { messageId: id })
  const { rows } = await sql<{
    id: number
  }>`select o.id from sms_outbox o join message_lines l on o.key = 'message ' || l.id
    where l.message_id = ${id}`.execute(on)
  for (const { id: smsId } of rows) await sendWritten(on, { smsId }, noon)
}

async function after(about: About, how: string) {
  const received = [about.world]
  for (let time = 1; time <= 3; time++) {
    // A new process has lines of its own to the mail server, and comes when a line has been under way for a while.
    const next = await world()
    received.push(next)
    await resumeLines(db, new Date(Date.now() + time * 16 * 60_000 + 86_400_000))
    await work({ db, ...alive }, { ...about, world: next })
  }
  await resumeLines(db, new Date(Date.now() + 3 * 86_400_000))
  const mails = received.flatMap(({ server }) => server.received.flatMap(({ to }) => to))
  const texts = received.flatMap((one) => one.texts).filter((to) => to === about.phone)
  for (const email of about.emails) {
    const times = mails.filter((to) => to === email).length
    expect(times, how).toBeGreaterThanOrEqual(1)
    expect(times, how).toBeLessThanOrEqual(how === 'it lived' ? 1 : 2)
  }
  expect(texts.length, how).toBeLessThanOrEqual(1)
  const lines = await db
    .selectFrom('message_lines')
    .where('message_id', '=', about.id)
    .select(['way', 'state'])
    .execute()
  expect(lines.length, how).toBe(3)
  for (const { way, state } of lines) {
    if (way === 'mail') expect(state, how).toBe('sent')
    else expect(['sent', 'unsure'], how).toContain(state)
    if (state === 'sent' && way === 'sms') expect(texts.length, how).toBe(1)
  }
  for (const { server } of received) server.close()
}

test('a message to guests whose worker dies: two mails at most, one text at most, no line lost', {
  timeout: 240_000,
}, async () => {
  const { places } = await dieEverywhere({ begin, formAction: (mortal, about) => work(mortal, about), after })
  expect(places).toBeGreaterThan(30)
  expect(await brokenBooks(db)).toEqual([])
})
