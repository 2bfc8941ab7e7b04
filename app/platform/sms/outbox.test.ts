import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { forgetSmsTo, sendSms, sweepSms } from './outbox.server.ts'
import { hearOfTexts, textsInTurn } from './reports.server.ts'
import { sendWritten } from './send.server.ts'
import { africasTalking, type Handed, useTexter } from './texter.server.ts'

leavesSomethingBehind()
const db: Db = await testDatabase()
booksMustHold(() => db)
const phone = '+254712345678'
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [today, tomorrow] = [dayAfter(0), dayAfter(1)]
const noon = new Date(`${today}T09:00:00Z`)
const midnight = new Date(`${today}T21:00:00Z`)

/** What the gateway is handed, and what it says: that it took it, unless a test says otherwise. */
let handed: { to: string; text: string }[] = []
let answers: (Handed | ((to: string) => Handed | Promise<Handed>))[] = []
let numbers = 0
const taken = (id = `ATXid_${String(++numbers).padStart(8, '0')}`): Handed => ({ is: 'taken', id, cents: 80 })
const unknown: Handed = { is: 'unknown', code: 'no answer' }

const { SMS_COUNTRIES, pretends } = settings
beforeEach(async () => {
  ;[handed, answers] = [[], []]
  for (const table of ['sms_outbox', 'sms_stops', 'sms_reports', 'sandbox.sms'] as const)
    await db.deleteFrom(table).execute()
  const { read } = africasTalking({ username: 'x', key: 'x', baseUrl: 'http://localhost' })
  useTexter({
    read,
    async send(to, text) {
      handed.push({ to, text })
      const answer = answers.shift() ?? taken()
      return typeof answer === 'function' ? answer(to) : answer
    },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(settings, { SMS_COUNTRIES, pretends })
})

type Some = Partial<Parameters<typeof sendSms>[1]>
let keys = 0
/** Writes a text and gives its number. */
async function written(some: Some = {}): Promise<number> {
  const key = some.key ?? `text ${++keys}`
  const about = { phone, text: 'Thank you!', money: false, until: new Date(noon.getTime() + 3 * 86_400_000) }
  await newSms({ ...about, ...some, key })
  return (await oneRow('sms_outbox', { key })).id
}
const newSms = (sms: Parameters<typeof sendSms>[1]) => db.transaction().execute((tx) => sendSms(tx, sms))
const rowOf = (id: number) => oneRow('sms_outbox', { id })
const statesOf = async (...ids: number[]) => (await Promise.all(ids.map(rowOf))).map(({ state }) => state)
const send = (smsId: number, now = noon) => sendWritten(db, { smsId }, now)
const jobOf = async (smsId: number) => (await jobsNamed(db, [`send-sms:${smsId}`]))[0]
const hear = (form: Record<string, string>) => hearOfTexts(db, new URLSearchParams(form))
const report = (id: string, status = 'Success') => hear({ id, status, phoneNumber: phone, networkCode: '63902' })

describe('a text', () => {
  test('is written with the form action, sent once by its job, and not again by a job that runs twice', async () => {
    const smsId = await written({ money: true })
    expect(await jobOf(smsId)).toMatchObject({ state: 'waiting' })
    await send(smsId)
    await Promise.all([send(smsId), send(smsId)])
    expect(handed).toEqual([{ to: phone, text: 'Thank you!' }])
    expect(await rowOf(smsId)).toMatchObject({ state: 'sent', tries: 1, cost: 80, provider_id: expect.any(String) })
  })
  test('of a form action that is undone is not there; of two with one key, one is', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await sendSms(tx, { key: 'undone', phone, text: 'x', money: true })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const both = [1, 2].map(() => newSms({ key: 'one gift', phone, text: 'x', money: true }))
    expect((await Promise.all(both)).sort()).toEqual([false, true])
    expect(await allRows('sms_outbox')).toMatchObject([{ key: 'one gift' }])
  })
  test('that does not fit, or has signs that phones lack, is a mistake of ours, and says nothing of what was in it', async () => {
    for (const text of ['x'.repeat(161), 'Asante 😀', `${'x'.repeat(159)}[`]) {
      const wrong = written({ text })
      await expect(wrong).rejects.toThrow('too long, or has signs')
      await expect(wrong).rejects.not.toThrow('Asante')
    }
  })
  test('goes to mobile phones of the countries that were named, and nowhere when no gateway is set up', async () => {
    const sent = (to: string) => newSms({ key: `to ${to} ${++keys}`, phone: to, text: 'x', money: false })
    const all = ['+254712345678', '+254201234567', '+256772123456', '0712345678', '+447946095812']
    expect(await Promise.all(all.map(sent))).toEqual([true, false, false, false, false])
    Object.assign(settings, { SMS_COUNTRIES: ['KE', 'UG'] })
    expect(await sent('+256772123456')).toBe(true)
    Object.assign(settings, { pretends: false })
    expect(await sent(phone)).toBe(false)
  })
  test('of no use any more is not sent', async () => {
    const smsId = await written({ until: new Date(noon.getTime() - 1) })
    await send(smsId)
    expect([handed, await rowOf(smsId)]).toMatchObject([[], { state: 'failed', why: 'too late' }])
  })
})

describe('an answer that does not come', () => {
  test('leaves a text about money as it is: it may have gone out, and never goes again [T544]', async () => {
    const smsId = await written({ money: true })
    answers = [unknown]
    await send(smsId)
    await send(smsId)
    expect(handed).toHaveLength(1)
    expect(await rowOf(smsId)).toMatchObject({ state: 'maybe_sent', tries: 1, why: 'no answer' })
  })
  test('has another text sent once more, after a while, unless a report says in between that it arrived', async () => {
    const smsId = await written()
    answers = [unknown, unknown]
    await send(smsId)
    expect((await jobOf(smsId))!.runAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    await send(smsId)
    await send(smsId)
    expect([handed.length, ...(await statesOf(smsId))]).toEqual([2, 'maybe_sent'])
    const other = await written({ phone: '+254712345679' })
    answers = [unknown]
    await send(other)
    await hear({ id: 'ATXid_of_the_lost', status: 'Success', phoneNumber: '+254712345679' })
    await send(other)
    expect([handed.length, ...(await statesOf(other))]).toEqual([3, 'delivered'])
  })
  test('because the process died leaves word that the text may have gone out [T545]', async () => {
    const [money, other] = [await written({ money: true }), await written()]
    for (const smsId of [money, other]) {
      answers = [() => Promise.reject(new Error('killed'))]
      await expect(send(smsId)).rejects.toThrow('killed')
      expect(await statesOf(smsId)).toEqual(['maybe_sent'])
      await send(smsId)
    }
    expect(handed).toHaveLength(3)
    expect(await statesOf(money, other)).toEqual(['maybe_sent', 'sent'])
  })
  test('as nobody was reached has any text wait for another try, and fails the job, so that a person sees it', async () => {
    const smsId = await written({ money: true })
    answers = [{ is: 'not now', code: '405' }]
    await expect(send(smsId)).rejects.toThrow('405')
    expect(await rowOf(smsId)).toMatchObject({ state: 'waiting', tries: 0, why: '405' })
    await send(smsId)
    expect([handed.length, ...(await statesOf(smsId))]).toEqual([2, 'sent'])
  })
  test('the database itself refuses a second sending of a text about money', async () => {
    const smsId = await written({ money: true })
    await send(smsId)
    await expect(setRows('sms_outbox', { id: smsId }, { tries: 2 })).rejects.toThrow('check')
  })
})

describe('a report', () => {
  test('says what became of a text; no word of failure outweighs that it arrived [T549]', async () => {
    const smsId = await written({ money: true })
    answers = [taken('ATXid_known_one')]
    await send(smsId)
    await report('ATXid_known_one', 'Sent')
    expect(await statesOf(smsId)).toEqual(['sent'])
    await report('ATXid_known_one', 'Failed')
    expect(await rowOf(smsId)).toMatchObject({ state: 'failed', why: 'Failed' })
    await report('ATXid_known_one')
    await report('ATXid_known_one', 'Failed')
    expect(await rowOf(smsId)).toMatchObject({ state: 'delivered', why: null })
  })
  test('that comes before the answer counts', async () => {
    const smsId = await written({ money: true })
    answers = [() => report('ATXid_early_one').then(() => taken('ATXid_early_one'))]
    await send(smsId)
    expect(await rowOf(smsId)).toMatchObject({ state: 'delivered', provider_id: 'ATXid_early_one', cost: 80 })
  })
  test('that comes before the answer waits for it when it may be of several texts to that phone', async () => {
    const [lost, smsId] = [await written({ money: true }), await written({ money: true })]
    answers = [unknown, () => report('ATXid_which_one', 'Failed').then(() => taken('ATXid_which_one'))]
    await send(lost)
    await send(smsId)
    expect(await statesOf(lost, smsId)).toEqual(['maybe_sent', 'failed'])
    expect(await allRows('sms_reports', {}, 'provider_id')).toEqual([])
  })
  test('at the same moment as the answer is not missed, nor taken for one of another text', async () => {
    for (let i = 0; i < 10; i++) {
      const [id, lost, smsId] = [`ATXid_same_moment_${i}`, await written(), await written()]
      answers = [unknown, taken(id)]
      await send(lost)
      await Promise.all([send(smsId), report(id)])
      expect(await statesOf(smsId, lost)).toEqual(['delivered', 'maybe_sent'])
      await setRows('sms_outbox', { id: lost }, { state: 'failed' })
    }
  })
  test('that is being written down keeps the answer waiting until it is [T548]', async () => {
    const [id, smsId] = ['ATXid_being_written', await written()]
    answers = [taken(id)]
    let sending: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await textsInTurn(tx, id)
      sending = send(smsId)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect((await rowOf(smsId)).provider_id).toBeNull()
    })
    await sending
    expect((await rowOf(smsId)).provider_id).toBe(id)
  })
  test('of a text that nobody here knows, or that makes no sense, changes nothing', async () => {
    const smsId = await written()
    await report('ATXid_of_nobody')
    for (const odd of [{}, { id: 'x', status: 'Success' }, { id: 'ATXid_'.repeat(40), status: 'Success' }])
      await hear(odd as Record<string, string>)
    await hear({ id: 'ATXid_odd_phone', status: 'Success', phoneNumber: '\u202e12' })
    expect(await statesOf(smsId)).toEqual(['waiting'])
    expect(await allRows('sms_reports', {}, 'provider_id')).toHaveLength(2)
  })
})

describe('a phone that says STOP', () => {
  const says = (text: string) => hear({ from: phone, to: '20880', text, date: '2026-11-23 12:00:00', id: '1' })
  test('is sent nothing that waits, at any hour, but a code that it asks for; ANZA ends that [T546]', async () => {
    const [receipt, note] = [await written({ money: true, evenAtNight: true }), await written()]
    await says(' stop. ')
    await send(receipt)
    await send(note)
    const code = await written({ askedFor: true })
    await send(code, midnight)
    expect(handed).toHaveLength(1)
    expect(await statesOf(receipt, note, code)).toEqual(['stopped', 'stopped', 'sent'])
    await says('Anza tena')
    await send(await written())
    expect(handed).toHaveLength(2)
  })
  test('is known as one, however its number is written, and by what its network says; other words are not heard', async () => {
    await says('Please STOP')
    await says('stopping by')
    expect(await allRows('sms_stops', {}, 'phone')).toEqual([])
    await hear({ senderId: 'HARAMBEE', phoneNumber: '0712345678' })
    await says('STOP')
    expect(await allRows('sms_stops', {}, 'phone')).toMatchObject([{ phone }])
    await hear({ senderId: 'HARAMBEE', phoneNumber: 'nobody' })
  })
  test('between two tries of a text gets no second one', async () => {
    const smsId = await written()
    answers = [unknown]
    await send(smsId)
    await says('STOP')
    await send(smsId)
    expect([handed.length, ...(await statesOf(smsId))]).toEqual([1, 'maybe_sent'])
  })
  test('at its network is not texted, and the text is called stopped', async () => {
    const smsId = await written()
    answers = [{ is: 'refused', code: '406', blocked: true }]
    await send(smsId)
    expect(await rowOf(smsId)).toMatchObject({ state: 'stopped', why: '406' })
  })
})

describe('how many, and when', () => {
  test('at night only codes and what is marked so is sent; the rest in the morning', async () => {
    const [note, receipt] = [await written(), await written({ money: true, evenAtNight: true })]
    await send(note, midnight)
    await send(receipt, midnight)
    expect([handed.length, ...(await statesOf(note))]).toEqual([1, 'waiting'])
    expect((await jobOf(note))!.runAt).toEqual(new Date(`${tomorrow}T05:00:00Z`))
    await send(note, new Date(`${today}T04:59:00Z`))
    expect((await jobOf(note))!.runAt).toEqual(new Date(`${today}T05:00:00Z`))
    for (const [hour, sent] of Object.entries({ '05:00': 1, '16:59': 1, '17:00': 0 })) {
      handed = []
      await send(await written(), new Date(`${today}T${hour}:00Z`))
      expect([hour, handed.length]).toEqual([hour, sent])
    }
  })
  test('of ten at once no more are sent than the operator chose for a day; codes and texts to guests are apart [T547]', async () => {
    const choose = (value: string | null) =>
      db.insertInto('operator_choices').values({ name: 'SMS_A_DAY', value, why: 'a test' }).execute()
    await choose('3')
    const ten = await Promise.all(Array.from({ length: 10 }, () => written({ money: true, evenAtNight: true })))
    await Promise.all(ten.map((smsId) => send(smsId)))
    expect(handed).toHaveLength(3)
    const waits = (await Promise.all(ten.map(rowOf))).filter(({ state }) => state === 'waiting')
    expect(waits).toHaveLength(7)
    expect((await jobOf(waits[0]!.id))!.runAt).toEqual(new Date(`${tomorrow}T05:00:00Z`))
    const code = await written({ askedFor: true })
    await send(code)
    expect(await rowOf(code)).toMatchObject({ state: 'sent' })
    const host = (await somePerson(db)).id
    await send(await written({ host }))
    expect(handed).toHaveLength(5)
    await send(waits[0]!.id, new Date(`${tomorrow}T05:00:00Z`))
    expect(handed).toHaveLength(6)
    await choose(null)
  })
  test('of one host two hundred a day are sent to guests, and those of others and ours go on', async () => {
    const [host, other] = [(await somePerson(db)).id, (await somePerson(db)).id]
    for (let nr = 0; nr < 200; nr++) await send(await written({ host }))
    expect(handed).toHaveLength(200)
    const late = await written({ host })
    await send(late)
    expect([handed.length, ...(await statesOf(late))]).toEqual([200, 'waiting'])
    await send(await written({ host: other }))
    await send(await written())
    await send(await written({ askedFor: true }))
    expect(handed).toHaveLength(203)
  })
})

describe('what is kept', () => {
  test('of a person who asks to be forgotten neither number nor words are; what they wanted no more of stays stopped', async () => {
    const [sent, waiting] = [await written({ money: true }), await written()]
    await send(sent)
    await hear({ from: phone, text: 'STOP' })
    await report('ATXid_kept_back')
    await db.insertInto('sandbox.sms').values({ to_phone: phone, sender: 'HARAMBEE', text: 'x' }).execute()
    await db.transaction().execute((tx) => forgetSmsTo(tx, phone))
    expect(await rowOf(sent)).toMatchObject({ phone: null, text: null, state: 'sent', cost: 80 })
    expect(await rowOf(waiting)).toMatchObject({ phone: null, text: null, state: 'failed', why: 'forgotten' })
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, ' '), '') as all from (
        select o::text as t from sms_outbox o union all select s::text from sms_stops s
        union all select r::text from sms_reports r union all select m::text from sandbox.sms m) every`.execute(db)
    expect(rows[0]!.all).not.toMatch(/712345678/)
    const after = await written()
    await send(after)
    await send(waiting)
    expect([handed.length, ...(await statesOf(after))]).toEqual([1, 'stopped'])
    await hear({ from: phone, text: 'ANZA' })
    await send(await written())
    expect(handed).toHaveLength(2)
  })
  test('is that a text was written; to whom and what is kept for a month', async () => {
    const [old, waiting] = [await written({ key: 'old' }), await written()]
    await send(old)
    await timePasses('31 days')
    const fresh = await written()
    await send(fresh)
    await sweepSms(db)
    expect(await rowOf(old)).toMatchObject({ key: 'old', phone: null, text: null, state: 'sent' })
    expect([(await rowOf(fresh)).text, (await rowOf(waiting)).text]).toEqual(['Thank you!', 'Thank you!'])
    expect(await newSms({ key: 'old', phone, text: 'x', money: true })).toBe(false)
  })
  test('no log, no metric and no job knows a number or a word', async () => {
    const lines: unknown[] = []
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(log, level).mockImplementation((...said: unknown[]) => void lines.push(said))
    const smsId = await written({ text: 'Secret words' })
    answers = [{ is: 'not now', code: '405' }, unknown, taken()]
    const wrong = await send(smsId).catch((error: Error) => error)
    await send(smsId)
    await send(smsId)
    await hear({ from: phone, text: 'STOP' })
    await send(await written())
    const { rows: jobs } = await sql`select * from graphile_worker._private_jobs`
      .execute(db)
      .catch(() => ({ rows: [] }))
    const said = JSON.stringify([lines, String(wrong), jobs, await metrics.metrics()])
    expect(lines.length).toBeGreaterThan(2)
    expect(said).not.toMatch(/712345678|Secret words/)
  })
})
