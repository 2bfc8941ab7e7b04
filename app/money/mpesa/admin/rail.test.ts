import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { productMetrics } from '#app/platform/processes/metrics.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { giftByPhone } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { figuresNow, monthNow, railNow } from './rail.server.ts'

// What the back office page of M-Pesa says of its state.

const db = await testDatabase()
const { DARAJA_KEY } = settings
afterAll(() => void Object.assign(settings, { DARAJA_KEY }))

test('without M-Pesa the settings that are missing are named', async () => {
  useMobileMoney(undefined)
  Object.assign(settings, { DARAJA_KEY: 'the-consumer-key' })
  expect(await railNow(db)).toEqual({ is: 'off', missing: ['DARAJA_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'] })
})

test('what is not offered names what it needs', async () => {
  const rail = pretendRail()
  useMobileMoney(rail)
  const { capabilities } = rail
  expect(await railNow(db)).toMatchObject({ is: 'on', missing: ['DARAJA_INITIATOR', 'DARAJA_CREDENTIAL'] })
  rail.capabilities = () => ({ ...capabilities(), proves: ['query', 'status'], payIn: null })
  expect(await railNow(db)).toMatchObject({ payIn: null, missing: ['DARAJA_PULL_NUMBER'], sendsFrom: null })
  const sends = { from: '600997', account: 'Utility Account', minCents: 1000, maxCents: 25_000_000 }
  rail.capabilities = () => ({ ...capabilities(), sends })
  expect(await railNow(db)).toMatchObject({ sendsFrom: '600997' })
})

test('the figures are those of now', async () => {
  useMobileMoney(pretendRail())
  const none = { prompts: 0, oldestPrompt: null, lag: null, heard: 0, asks: 0, doors: null }
  expect(await figuresNow(db)).toMatchObject(none)
  const { id } = await giftByPhone(db, (await someDrive(db)).id, 30_000)
  // Counted from the booking: the clock of the test runs on while a busy machine books.
  await query`update mpesa_receipts r set paid_at = p.settled_at - interval '4 seconds'
    from payments p where p.id = r.payment_id and p.id = ${id}`
  const { lag } = await figuresNow(db)
  expect(Math.round(lag!)).toBe(4)
})

/** A request on a phone that ended so, of a payment that it did not pay. */
async function request(driveId: string, state: string, { told = true, hoursAgo = 2 } = {}) {
  const nr = String(++requests).padStart(5, '0')
  const payment = { reference: `don-figures-of-${nr}`, kind: 'donation', provider: 'mpesa', amount: 10_000 } as const
  const made = db.insertInto('payments').values({ ...payment, fund_drive_id: driveId, status: 'pending' })
  const { id } = await made.returning('id').executeTakeFirstOrThrow()
  await sql`insert into mpesa_prompts (payment_id, n, account, phone, hear_hash, checkout_id, state, told, sent_at)
    values (${id}, 1, ${`FIG${nr}`}, ${`+2547123${nr}`}, sha256(${nr}::bytea), ${`ws_${nr}`}, ${state}, ${told ? 'x' : null},
      now() - make_interval(hours => ${hoursAgo}))`.execute(db)
}
let requests = 0

test('the figures of 30 days are shares, ages and costs, and leave out what is older or still open', async () => {
  const { id: driveId } = await someDrive(db)
  const before = await monthNow(db)
  for (const state of ['cancelled', 'cancelled', 'unanswered', 'expired', 'unknown', 'wrong_pin'])
    await request(driveId, state)
  await request(driveId, 'cancelled', { told: false })
  await request(driveId, 'cancelled', { hoursAgo: 31 * 24 })
  await request(driveId, 'created')
  await sql`insert into suspense (provider, provider_tx_id, reference, why, amount, currency, created_at)
    values ('mpesa', 'SKF0000001', 'x', 'unknown account', 5, 'KES', now() - interval '30 hours')`.execute(db)
  await sql`insert into sms_outbox (key, money, at_night, asked_for, until, state, tries, tried_at, cost)
    values ('figures 1', true, true, false, now(), 'delivered', 1, now(), 80),
      ('figures 2', true, true, false, now(), 'failed', 1, now(), 80)`.execute(db)
  const month = await monthNow(db)
  const more = (what: 'requests' | 'cancelled' | 'unanswered' | 'unknown' | 'other' | 'untold' | 'unplaced') =>
    month[what] - before[what]
  expect([more('requests'), more('cancelled'), more('unanswered'), more('unknown')]).toEqual([7, 3, 2, 1])
  expect([more('other'), more('untold'), more('unplaced')]).toEqual([1, 1, 1])
  expect([month.texts - before.texts, month.cost - before.cost]).toEqual([1, 80])
  expect(Math.round((Date.now() - month.oldestUnplaced!.getTime()) / 3_600_000)).toBe(30)
  expect([month.gifts, Math.round(month.lag!)]).toEqual([1, 4])
})

test('programs that watch read the ages that alerts ask about', async () => {
  const figures = await productMetrics.metrics()
  expect(figures).toMatch(/mpesa\{what="unknown"\} 1\n/)
  const [, age] = /mpesa\{what="unplaced"\} ([\d.]+)/.exec(figures)!
  expect(Math.round(Number(age) / 3600)).toBe(30)
  expect(figures).toMatch(/mpesa_requests\{state="cancelled"\} 0\n/)
})
