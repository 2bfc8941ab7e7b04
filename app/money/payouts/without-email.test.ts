import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { gsm7Length } from '#app/kit/gsm7.ts'
import { fingerprintText } from '#app/money/public-book/book.ts'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { stopSms } from '#app/platform/sms/outbox.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { testDatabase } from '#test/database.ts'
import { someCaller, someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, fundedDrive, gift, granted, phoneOf } from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { setSignatures } from './changes.server.ts'
import { completePayout } from './complete.server.ts'
import { completeByHand, decline } from './decide.server.ts'
import { mailPayout, payoutSms } from './mails.server.tsx'
import { methodsOf } from './method.server.ts'
import { mailMethodAdded } from './method-mails.server.tsx'
import type { Destination } from './payout.ts'
import { requestPayout, withdraw } from './request.server.ts'
import { sendTransfer, transferTold } from './send.server.ts'
import { lapseSignatures, sayVerdict } from './sign.server.ts'
import { mailSigner, sentSms } from './signer-mails.server.tsx'

// Owners and treasurers who have a phone and no email address.

const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

const method: Destination = { type: 'mobile_money', phone: '+254711222333', operator: 'M-Pesa' }
const texts = async (phone: string) => (await allRows('sms_outbox', { phone })).map(({ text }) => text)
const mails = async () => (await allRows('sandbox.mails')).length

async function funded() {
  const owner = await someCaller(db)
  const drive = await someDrive(db, { ownerId: owner.id })
  await gift(db, drive.id, 1_000_000)
  const ask = (to: { method: Destination } | { methodId: string }) =>
    withdraw(db, { ownerId: owner.id, driveId: drive.id, amount: 50_000, to, key: randomUUID() })
  return { ...owner, ask }
}

test('waits a day with a new account for the money, where others wait for nothing, and reads a text of it', async () => {
  const owner = await funded()
  const done = await owner.ask({ method })
  expect(done.is).toBe('waiting')
  const [kept] = await methodsOf(db, owner.id)
  const hours = (kept!.heldUntil!.getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(24.1)
  await expect(owner.ask({ methodId: kept!.id })).rejects.toMatchObject({ field: 'method' })
  await mailMethodAdded(db, { methodId: kept!.id })
  await mailMethodAdded(db, { methodId: kept!.id })
  expect(await texts(owner.phone)).toEqual([expect.stringContaining('ends in 2333')])
})

test('reads on the phone that it was asked for and how it ended, each once; no email is written', async () => {
  const owner = await funded()
  await owner.ask({ method })
  const [kept] = await methodsOf(db, owner.id)
  await timePasses('25 hours')
  const done = await owner.ask({ methodId: kept!.id })
  if (done.is !== 'filed') throw new Error('nothing was filed')
  await decline(db, done.id, { by, note: 'Asante' })
  const events = await allRows('payout_events', { payout_id: done.id })
  const before = await mails()
  for (const { id } of [...events, ...events]) await mailPayout(db, { eventId: id })
  expect(await mails()).toBe(before)
  expect(await texts(owner.phone)).toEqual([
    expect.stringContaining('You asked to withdraw KES 500'),
    expect.stringContaining('was declined'),
  ])
})

test('reads on the phone what treasurers said of it [T1544]', async () => {
  const owner = await someCaller(db)
  const drive = await someDrive(db, { ownerId: owner.id })
  const signer = await someTreasurer(db, { id: drive.id, ownerId: owner.id })
  await setSignatures(db, { ownerId: owner.id, slug: drive.slug }, 1)
  await gift(db, drive.id, 1_000_000)
  const { id: methodId } = await phoneOf(db, owner.id)
  const about = { ownerId: owner.id, driveId: drive.id, amount: 50_000, methodId, purpose: 'The bill', holdHours: 0 }
  const say = async (verdict: 'yes' | 'no' | 'later') => {
    const { id } = await requestPayout(db, { ...about, key: randomUUID() })
    if (verdict !== 'later') await sayVerdict(db, id, { driveId: drive.id, by: signer.id, verdict })
    else await timePasses('15 days', { payout_requests: { id } })
    await lapseSignatures(db)
    for (const event of await allRows('payout_events', { payout_id: id })) await mailPayout(db, { eventId: event.id })
    return (await texts(owner.phone)).at(-1)
  }
  expect(await say('no')).toMatch(
    /^Your treasurers did not agree to your withdrawal of KES 500 from .+ Nothing was sent/,
  )
  expect(await say('yes')).toMatch(/: 1 has agreed\. Harambee sends it next\.$/)
  expect(await say('later')).toMatch(/^Too few treasurers agreed in 14 days to your withdrawal of KES 500 from /)
  expect(await texts(owner.phone)).toHaveLength(6)
})

test('each text fits, in both languages, whatever the drive and the bank are called', () => {
  const kinds = ['requested', 'signed', 'refused', 'lapsed', 'unsigned', 'completed', 'rejected', 'returned'] as const
  for (const kind of kinds)
    for (const language of ['en', 'sw'] as const) {
      const long = 'Ünïcode ★ '.repeat(20)
      const sums = { amount: 100_000_000, net: 99_500_000, needs: 2 }
      const text = payoutSms({ kind, language, ...sums, drive: long, to: `${long} •••• 1234` })
      expect(gsm7Length(text)).toBeLessThanOrEqual(160)
      if (kind !== 'signed') expect(text).toMatch(/1,000,000|995,000/)
    }
})

/** A drive with a treasurer who has an email address, and one who has a phone alone. */
async function kept() {
  const drive = await fundedDrive(db, [1_000_000])
  const [mailed, texted] = [await someTreasurer(db, drive), await someTreasurer(db, drive)]
  const phone = `+254734${String(texted.helper).padStart(6, '0')}`
  await db.insertInto('user_phones').values({ phone, user_id: texted.id }).execute()
  await setRows('users', { id: texted.id }, { email: null, email_verified: false })
  /** Sends money by hand, and returns whom its step tells. */
  const send = async (cents: number) => {
    const { id } = await drive.ask(cents)
    await completeByHand(db, id, { by })
    const { id: eventId } = await oneRow('payout_events', { payout_id: id, kind: 'completed' })
    const keys = [mailed, texted].map((one) => `mail-signer:${eventId} ${one.id}`)
    const told = (await jobsNamed(db, keys)).map(({ key }) => key.split(' ')[1])
    return { id, eventId, told }
  }
  return { ...drive, mailed, texted, phone, send }
}

test('a treasurer without an email address reads that money went out, once, with the fingerprint of the book [T1384]', async () => {
  const { id, mailed, texted, phone, send } = await kept()
  const before = await mails()
  const first = await send(100_000)
  expect(first.told).toEqual([texted.id])
  const tell = (eventId: number) => mailSigner(db, { eventId, userId: texted.id })
  expect(granted(await atOnce(10, () => tell(first.eventId)))).toHaveLength(10)
  await tell(first.eventId)
  expect(await texts(phone)).toEqual([expect.stringMatching(/^KES 950 from .+ has been sent to M-Pesa .*\d{4}\.$/)])
  await timePasses('1 day')
  await closeBooks(db)
  await setRows('users', { id: texted.id }, { language: 'sw' })
  const second = await send(200_000)
  await tell(second.eventId)
  const { hash } = await oneRow('book_days', { fund_drive_id: id })
  expect((await texts(phone))[1]).toContain('KES 1,900')
  expect((await texts(phone))[1]).toMatch(new RegExp(`: ${fingerprintText(hash)}$`))
  expect((await texts(phone))[1]).not.toContain('has been sent')
  // Those with an email address read it in the email about the closed day.
  await mailSigner(db, { eventId: second.eventId, userId: mailed.id })
  expect(await mails()).toBe(before)
})

test('no such text reaches a phone that said STOP, a treasurer who left, or anybody about money that came back [T1385]', async () => {
  const scripted = scriptedProvider()
  const { ask, texted, phone, send } = await kept()
  const tell = (eventId: number) => mailSigner(db, { eventId, userId: texted.id })
  const first = await send(100_000)
  await stopSms(db, phone)
  await tell(first.eventId)
  const { id } = await oneRow('sms_outbox', { phone })
  await sendWritten(db, { smsId: id }, new Date(`${new Date().toISOString().slice(0, 10)}T09:00:00Z`))
  expect(await oneRow('sms_outbox', { id })).toMatchObject({ state: 'stopped', why: 'said stop' })
  const { id: payoutId } = await ask(100_000)
  await completePayout(db, payoutId, { by })
  const { id: attemptId, reference } = await oneRow('payout_attempts', { payout_id: payoutId })
  await sendTransfer(db, { attemptId })
  Object.assign(scripted.sent.get(reference)!, { state: 'returned' })
  await transferTold(db, reference)
  await tell((await oneRow('payout_events', { payout_id: payoutId, kind: 'completed' })).id)
  const left = await send(100_000)
  await setRows('drive_helpers', { id: texted.helper }, { left_at: new Date() })
  expect((await send(100_000)).told).toEqual([])
  await tell(left.eventId)
  expect(await texts(phone)).toHaveLength(1)
})

test('the text about money that went out fits, in both languages, whatever the drive and the bank are called [T1386]', () => {
  const destination = { type: 'bank', bank: 'Ünïcode ★ '.repeat(20), account: '123456789' } as unknown as Destination
  for (const language of ['en', 'sw'])
    for (const book of [null, { day: '2026-09-30', fingerprint: '4f7a 09c2 11de 83b0' }]) {
      const text = sentSms({ title: 'Ünïcode ★ '.repeat(20), net: 123_456_789, destination, language }, book)
      expect(gsm7Length(text)).toBeLessThanOrEqual(160)
      expect(text).toContain('1,234,567')
      if (book) expect(text).toContain(book.fingerprint)
    }
})
