import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { foldInTurn } from '#app/base/ledger/wallet.server.ts'
import { checkDisputes, compareBack } from '#app/money/disputes/dispute.server.ts'
import { donationTexts } from '#app/money/donations/donation.ts'
import { applyEvents } from '#app/money/payments/events.server.ts'
import { hear } from '#app/money/payments/intake.server.ts'
import { sweepPayments } from '#app/money/payments/opening.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { checkPayments, reconcilePayments } from '#app/money/payments/reconcile.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { startPayment } from '#app/money/payments/start.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { compareTransfers } from '#app/money/payouts/send.server.ts'
import { testDatabase } from './database.ts'
import { someDrive } from './make.ts'
import { booksMustHold, phoneOf } from './money.ts'
import { raised } from './money-now.ts'
import { pretendedPaystack } from './paystack.ts'
import { timePasses } from './time.ts'

// T1, T2, T4: clocks that disagree. What happens to money, and when it is looked after, is judged by the database's clock,
// whatever the product's and the provider's say.

const db = await testDatabase()
booksMustHold(() => db)
afterEach(() => {
  vi.useRealTimers()
})

const hour = 3_600_000
const day = 24 * hour
const amina = { donorName: 'Amina', donorEmail: 'amina@example.test', message: '', anonymous: false }
const alarms = async () => (await db.selectFrom('discrepancies').select(['kind', 'subject']).execute()).length

/** The product's clock is so far off from now on; the database's is not. */
const productIsOff = (ms: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: true })

const provided = (hears?: (raw: Uint8Array, headers: Headers) => Promise<number>, ahead = 0) =>
  pretendedPaystack({
    seed: crypto.randomUUID(),
    start: new Date(Date.now() + ahead).toISOString(),
    ...(hears ? { hear: hears } : {}),
  })

const answered = async (raw: Uint8Array, headers: Headers) => (await hear('paystack', raw, headers)).status

async function begun(key = crypto.randomUUID() as string) {
  const drive = await someDrive(db)
  const start = () =>
    startPayment(
      db,
      { kind: 'donation', driveId: drive.id, amount: 50_000, ...amina },
      {
        key: { scope: 'donate', key },
        language: 'en',
        origin: 'http://localhost',
        cancelPath: '/',
        failed: { title: donationTexts.closed },
      },
    )
  return { ...drive, start, ...(await start()) }
}

describe.each([
  ['a day behind', -day],
  ['ten minutes behind', -10 * 60_000],
  ['ten minutes ahead', 10 * 60_000],
  ['a day ahead', day],
])('a product whose clock is %s', (_, off) => {
  test('finds by comparing what nobody told it of', async () => {
    const theirs = await provided()
    const { id, reference } = await begun()
    await theirs.pay(reference)
    productIsOff(off)
    await reconcilePayments(db)
    expect(await raised(id)).toBe(50_000)
  })

  test('asks about a payment when its time has come, not before and not later', async () => {
    const theirs = await provided()
    productIsOff(off)
    const { id, reference } = await begun()
    await theirs.pay(reference)
    expect(await checkPayments(db)).toBe(0)
    const next = await db
      .selectFrom('payments')
      .where('reference', '=', reference)
      .select(sql<number>`extract(epoch from next_check_at - now())::float8`.as('seconds'))
      .executeTakeFirstOrThrow()
    expect(next.seconds).toBeGreaterThan(120)
    expect(next.seconds).toBeLessThanOrEqual(180)
    await timePasses('3 minutes', { payments: { reference } })
    expect(await checkPayments(db)).toBe(1)
    expect(await raised(id)).toBe(50_000)
  })

  test('leads the same form to the same payment, and gives up nothing that is young', async () => {
    await provided()
    productIsOff(off)
    const { start, reference } = await begun()
    expect((await start()).reference).toBe(reference)
    expect(await sweepPayments(db)).toBe(0)
  })

  test('folds what came in a second from now, by the database’s clock', async () => {
    const theirs = await provided()
    const { reference } = await begun()
    await theirs.pay(reference)
    await settleTold(db, reference)
    productIsOff(off)
    await foldInTurn(db)
    const { rows } = await sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds
      from graphile_worker.jobs where key = 'fold-wallets:again'`.execute(db)
    expect(Math.abs(rows[0]!.seconds)).toBeLessThan(5)
  })

  test('withdraws what there is, and calls nobody when it compares what went out and what went back', async () => {
    const theirs = await provided()
    const { id, ownerId, reference } = await begun()
    await theirs.pay(reference)
    await settleTold(db, reference)
    const before = await alarms()
    productIsOff(off)
    const { id: methodId } = await phoneOf(db, ownerId)
    const key = crypto.randomUUID()
    await requestPayout(db, { ownerId, driveId: id, amount: 50_000, methodId, key, holdHours: 0 })
    expect([await compareTransfers(db), await compareBack(db), await checkDisputes(db)]).toEqual([
      'compared',
      'compared',
      0,
    ])
    expect(await alarms()).toBe(before)
  })

  test('hears of a refund that was made at the provider', async () => {
    const theirs = await provided()
    const { id, reference } = await begun()
    await theirs.pay(reference)
    await settleTold(db, reference)
    await theirs.control('refund', { reference })
    theirs.clock.advance(hour / 2)
    await theirs.tick()
    productIsOff(off)
    await compareBack(db)
    expect(await raised(id)).toBe(0)
  })
})

test('a provider whose clock is three days ahead is believed about the money, not about the time', async () => {
  const theirs = await provided(answered, 3 * day)
  const { id, reference } = await begun()
  await theirs.pay(reference)
  await theirs.tick()
  await applyEvents(db, { payment: (about) => settleTold(db, about.reference) })
  expect(await raised(id)).toBe(50_000)
  const [row] = await db
    .selectFrom('donations')
    .where('fund_drive_id', '=', id)
    .select(sql<boolean>`abs(extract(epoch from created_at - now())) < 60`.as('now'))
    .execute()
  expect(row).toEqual({ now: true })
  const before = await alarms()
  await timePasses('1 hour', { payments: { reference } })
  await reconcilePayments(db)
  expect(await alarms()).toBe(before)
})

test('after three days in which nothing could be told, everything that was due is done at once, and once', async () => {
  let away = true
  const theirs = await provided(async (raw, headers) => (away ? 503 : answered(raw, headers)))
  const gifts = await Promise.all(Array.from({ length: 12 }, () => begun()))
  for (const { reference } of gifts) await theirs.pay(reference)
  await theirs.tick()
  theirs.clock.advance(71 * hour)
  await theirs.tick()
  // Three days have passed here, too: every job of theirs is due, and the last tries of the events come meanwhile.
  await timePasses('72 hours', { payments: { status: 'pending' } })
  away = false
  const workOff = () => applyEvents(db, { payment: (about) => settleTold(db, about.reference) })
  await Promise.all([theirs.tick(), checkPayments(db), sweepPayments(db), reconcilePayments(db), checkPayments(db)])
  theirs.clock.advance(2 * hour)
  await theirs.tick()
  await Promise.all([workOff(), workOff()])
  for (const { id } of gifts) expect(await raised(id)).toBe(50_000)
  // The form that began it three days ago begins another payment now.
  const { driveId, key } = { driveId: gifts[0]!.id, key: crypto.randomUUID() }
  expect(
    (await createPayment(db, { kind: 'donation', driveId, amount: 50_000, ...amina }, { scope: 'x', key })).again,
  ).toBe(false)
})
