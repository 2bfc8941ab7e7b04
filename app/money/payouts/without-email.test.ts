import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { gsm7Length } from '#app/kit/gsm7.ts'
import { testDatabase } from '#test/database.ts'
import { someCaller, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { decline } from './decide.server.ts'
import { mailMethodAdded, mailPayout, payoutSms } from './mails.server.tsx'
import { methodsOf } from './method.server.ts'
import type { Destination } from './payout.ts'
import { withdraw } from './request.server.ts'

// An owner who has a phone and no email address.

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

test('each text fits, in both languages, whatever the drive and the bank are called', () => {
  for (const kind of ['requested', 'completed', 'rejected', 'returned'] as const)
    for (const language of ['en', 'sw'] as const) {
      const long = 'Ünïcode ★ '.repeat(20)
      const sums = { amount: 100_000_000, net: 99_500_000 }
      const text = payoutSms({ kind, language, ...sums, drive: long, to: `${long} •••• 1234` })
      expect(gsm7Length(text)).toBeLessThanOrEqual(160)
      expect(text).toMatch(/1,000,000|995,000/)
    }
})
