import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPrompt } from '#app/features/payments/phone/prompts.server.ts'
import { refundSettled } from '#app/features/refunds/reversal.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, gift, giftByPhone, paid } from '#test/money.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { paidByHand, unplacedMoney } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { timePasses } from '#test/time.ts'
import { codesOf } from '../codes/codes.server.ts'
import { publicDonations } from '../donations/donations.server.ts'
import { donationsList } from '../donations/donations-list.server.ts'
import { mailReceipt } from '../donations/mails.server.ts'
import { receiptOf } from '../donations/receipt.server.ts'
import { applyResult } from './apply.server.ts'
import { forgetPayer, forgetPayments, forgetUnpaid } from './forget.server.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
booksMustHold(() => db)

const who = { donorName: 'Wanjiku Forgetme', donorEmail: 'Forgetme@x.test', message: 'from forgetme with love' }
const told = (reference: string, { state = 'done', body = '', received = 0 } = {}) =>
  sql`
    insert into webhook_events (provider, dedupe_key, event, body, state, received_at, done_at)
    values ('paystack', ${`charge ${reference} ${crypto.randomUUID()}`}, 'charge.success',
      ${Buffer.from(body || JSON.stringify({ data: { reference, customer: { email: 'forgetme@x.test' } } }))}, ${state},
      now() - make_interval(days => ${received}), now())`.execute(db)

/** Every text of the product's tables that has this in it. */
async function found(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox', 'graphile_worker')`.execute(db)
  const hits: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}`.execute(db)
    hits.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  const { rows } = await sql`select id from webhook_events where encode(body, 'escape') ilike ${`%${text}%`}`.execute(
    db,
  )
  return [...hits, ...rows.map(() => 'webhook_events.body')]
}

describe('the person who asks to be forgotten', () => {
  test('is found in no field, by no search and in no mail any more, and the books are as they were', async () => {
    const drive = await someDrive(db)
    const { id: paymentId, reference } = await gift(db, drive.id, 100_000, who)
    await gift(db, drive.id, 50_000, { donorName: 'Somebody Else', donorEmail: 'else@x.test' })
    const open = await begunGift(db, drive.id, 70_000, who)
    await refundSettled(db, reference, { extId: reference, amount: 10_000, state: 'processed' })
    await told(reference)
    await told(reference, { state: 'received' })
    await told(reference, { body: JSON.stringify({ data: { reference, email: 'forgetme\\u0040x.test' } }) })
    await told('someone-elses', { body: '{"email":"else@x.test"}' })
    const { id: donationId, receipt } = await db
      .selectFrom('donations')
      .where('payment_id', '=', paymentId)
      .select(['id', 'receipt'])
      .executeTakeFirstOrThrow()
    await mailReceipt(db, { donationId })
    expect((await found('forgetme')).length).toBeGreaterThan(4)
    const totals = () =>
      db.selectFrom('fund_drive_totals').where('fund_drive_id', '=', drive.id).selectAll().executeTakeFirstOrThrow()
    const before = await totals()

    expect(await forgetPayer(db, 'forgetme@X.test')).toEqual({ payments: 2, gifts: 1, events: 3 })
    expect(await found('forgetme')).toEqual([])
    expect(await totals()).toEqual(before)
    expect((await found('else@x.test')).length).toBeGreaterThan(1)
    expect(await rowsOf(donationsList, db, drive.id, 'search=forgetme')).toEqual([])
    expect((await publicDonations(db, drive.id)).donations.find(({ amount }) => amount === 90_000)).toMatchObject({
      name: null,
      message: '',
    })
    expect(await receiptOf(db, receipt)).toMatchObject({ name: '', amount: 100_000 })
    await mailReceipt(db, { donationId })
    expect(await found('forgetme')).toEqual([])
    await sql`update webhook_events set state = 'done' where state = 'received'`.execute(db)
    // What was on its way still counts, for nobody in particular.
    expect(await applyResult(db, 'paystack', open.reference, paid(70_000))).toBe('applied')
    expect(await forgetPayer(db, 'forgetme@x.test')).toEqual({ payments: 0, gifts: 0, events: 0 })
    // The log says that it was done, and not to whom.
    const lines = await db
      .selectFrom('audit_log')
      .where('act', '=', 'donor forgotten')
      .selectAll()
      .orderBy('id')
      .execute()
    expect(lines.map(({ by, after }) => [by, after])).toEqual([
      [null, { payments: 2, gifts: 1, events: 3 }],
      [null, { payments: 0, gifts: 0, events: 0 }],
    ])
  })

  test('the phone that paid is found nowhere any more, however its owner writes it', async () => {
    const drive = await someDrive(db)
    await giftByPhone(db, drive.id, 90_000, '+254799887766')
    expect((await found('799887766')).length).toBeGreaterThan(1)
    expect(await forgetPayer(db, '0799 887 766')).toMatchObject({ payments: 1, gifts: 1 })
    expect(await found('799887766')).toEqual([])
  })

  test('who is named by the phone has no mail left either, and no text to that phone', async () => {
    const drive = await someDrive(db)
    const { id } = await gift(db, drive.id, 40_000, {
      ...who,
      donorPhone: '+254799554433',
      donorEmail: 'posted@x.test',
    })
    const [{ donationId }] = (
      await sql<{ donationId: number }>`select id as "donationId" from donations where payment_id = ${id}`.execute(db)
    ).rows as [{ donationId: number }]
    await mailReceipt(db, { donationId })
    await db.transaction().execute((tx) => {
      return sendSms(tx, { key: 'of another matter', phone: '+254799554433', text: 'Asante', money: false })
    })
    expect((await found('posted@x.test')).length).toBeGreaterThan(1)
    await forgetPayer(db, '0799554433')
    expect([await found('posted@x.test'), await found('799554433')]).toEqual([[], []])
  })

  test('the phone that M-Pesa told whole is in no text any more, whoever of its gift is forgotten', async () => {
    const rail = pretendRail()
    useMobileMoney(rail)
    const drive = await someDrive(db)
    const { receipt } = await paidByHand(db, rail, (await codesOf(db, drive.id)).number, {
      phone: '+254799443322',
      tail: '322',
    })
    expect((await found('799443322')).length).toBeGreaterThan(0)
    const { id } = await db
      .selectFrom('payments')
      .where('provider_tx_id', '=', receipt)
      .select('id')
      .executeTakeFirstOrThrow()
    await db.transaction().execute((tx) => forgetPayments(tx, [id]))
    expect(await found('799443322')).toEqual([])
  })

  test('who typed their number for the account of a Paybill is not found by it; the money is where it was', async () => {
    const rail = pretendRail()
    useMobileMoney(rail)
    const { receipt } = await unplacedMoney(db, rail, '0799 123 321')
    expect((await found('0799 123 321')).length).toBeGreaterThan(1)
    await forgetPayer(db, '+254799123321')
    expect(await found('0799 123 321')).toEqual([])
    const money = await db.selectFrom('suspense').where('provider_tx_id', '=', receipt).select('state').execute()
    expect(money).toEqual([{ state: 'open' }])
  })

  test('what was recorded by hand for a number is without it, without a name and without a note', async () => {
    const drive = await someDrive(db)
    await sql`
      insert into recorded_gifts (fund_drive_id, amount, method, name, phone, note, given_on, recorded_by, receipt, client_key)
      values (${drive.id}, 50000, 'cash', 'Atieno Forgotten', '+254799001122', 'from Atieno Forgotten', '2026-01-02',
        ${drive.ownerId}, 'R0000000000FORGET', gen_random_uuid())`.execute(db)
    expect((await found('Atieno Forgotten')).length).toBeGreaterThan(0)
    await forgetPayer(db, '0799 001122')
    expect([await found('Atieno Forgotten'), await found('799001122')]).toEqual([[], []])
  })

  test('does not open what was heard to other changes', async () => {
    await told('kept')
    const change = (set: string) => sql.raw(`update webhook_events set ${set}`).execute(db)
    await expect(change(`body = 'other'`)).rejects.toThrow(/forbidden/)
    await expect(change(`event = 'other'`)).rejects.toThrow(/forbidden/)
    await expect(change(`dedupe_key = 'other'`)).rejects.toThrow(/forbidden/)
  })
})

describe('by the clock', () => {
  test('an attempt that came to nothing is nobody’s after 90 days; one that was paid, or is open, or young, stays', async () => {
    const { id } = await someDrive(db)
    const make = async (email: string, status: string, days: number) => {
      const { reference } = await begunGift(db, id, 10_000, { ...who, donorEmail: email })
      await sql`update payments set status = ${status}, failure = 'of ' || donor_email,
        created_at = now() - make_interval(days => ${days}) where reference = ${reference}`.execute(db)
    }
    await make('old-failed@x.test', 'failed', 91)
    await make('old-left@x.test', 'abandoned', 91)
    await make('young-failed@x.test', 'failed', 89)
    await make('unplaced@x.test', 'mismatch', 91)
    const { reference } = await gift(db, id, 10_000, { ...who, donorEmail: 'paid@x.test' })
    await timePasses('1 year', { payments: { reference } })
    expect(await forgetUnpaid(db)).toMatchObject({ payments: 2 })
    for (const gone of ['old-failed@x.test', 'old-left@x.test']) expect(await found(gone)).toEqual([])
    for (const here of ['young-failed@x.test', 'unplaced@x.test', 'paid@x.test'])
      expect((await found(here)).length).toBeGreaterThan(0)
    expect(await forgetUnpaid(db)).toMatchObject({ payments: 0 })
  })

  test('the phone of a request that came to nothing is known for 90 days, and no longer', async () => {
    const { id: driveId } = await someDrive(db)
    const asked = async (donorPhone: string, days: number) => {
      const what = { donorName: '', donorEmail: '', donorPhone }
      const { id: paymentId } = await begunGift(db, driveId, 10_000, what)
      await newPrompt(db, { paymentId, phone: donorPhone, visitor: 'somebody' })
      await sql`update payments set status = 'abandoned' where id = ${paymentId}`.execute(db)
      await sql`update mpesa_prompts set state = 'cancelled' where payment_id = ${paymentId}`.execute(db)
      await timePasses(`${days} days`, { payments: { id: paymentId }, mpesa_prompts: { payment_id: paymentId } })
    }
    await asked('+254799000091', 91)
    await asked('+254799000089', 89)
    await forgetUnpaid(db)
    expect(await found('799000091')).toEqual([])
    expect((await found('799000089')).length).toBe(2)
  })

  test('what the provider told us is thrown away after 180 days, unless it still waits', async () => {
    await sql`delete from webhook_events`.execute(db)
    await told('young', { received: 179 })
    await told('old', { received: 181 })
    await told('old-waiting', { received: 181, state: 'received' })
    expect(await forgetUnpaid(db)).toMatchObject({ events: 1 })
    const left = await db.selectFrom('webhook_events').select('state').orderBy('id').execute()
    expect(left.map(({ state }) => state)).toEqual(['done', 'received'])
    await sql`update webhook_events set state = 'done'`.execute(db)
  })
})
