import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { publicDonations, receiptOf } from '#app/money/donations/donations.server.ts'
import { donationsList } from '#app/money/donations/donations-list.server.ts'
import { mailReceipt } from '#app/money/donations/mails.server.tsx'
import { newPrompt } from '#app/money/mpesa/prompts.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, gift, giftByPhone, paid } from '#test/money.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { paidByHand, unplacedMoney } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow, query, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { forgetDonor, forgetPayments } from './forget-donor.server.ts'
import { forgetUnpaid } from './forget-old.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const rail = railOfEachTest()

const who = { donorName: 'Wanjiku Forgetme', donorEmail: 'Forgetme@x.test', message: 'from forgetme with love' }
const told = (reference: string, { state = 'done', body = '', received = 0 } = {}) =>
  sql`
    insert into webhook_events (provider, dedupe_key, event, body, state, received_at, done_at)
    values ('paystack', ${`charge ${reference} ${crypto.randomUUID()}`}, 'charge.success',
      ${Buffer.from(body || JSON.stringify({ data: { reference, customer: { email: 'forgetme@x.test' } } }))}, ${state},
      now() - make_interval(days => ${received}), now())`.execute(db)

/** Every text of the product's tables that has this in it. */
async function found(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox', 'graphile_worker')
      and not exists (select from pg_inherits where inhrelid = to_regclass(format('%I.%I', schemaname, tablename)))`
  const hits: string[] = []
  for (const { name } of tables) {
    const rows = await query<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}`
    hits.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  const rows = await query`select id from webhook_events where encode(body, 'escape') ilike ${`%${text}%`}`
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
    const { id: donationId, receipt } = await oneRow('donations', { payment_id: paymentId })
    await mailReceipt(db, { donationId })
    expect((await found('forgetme')).length).toBeGreaterThan(4)
    const totals = () => oneRow('fund_drive_totals', { fund_drive_id: drive.id })
    const before = await totals()

    expect(await forgetDonor(db, 'forgetme@X.test')).toMatchObject({ payments: 2, gifts: 1, events: 3 })
    expect(await found('forgetme')).toEqual([])
    expect(await totals()).toEqual(before)
    expect((await found('else@x.test')).length).toBeGreaterThan(1)
    expect(await rowsOf(donationsList, db, drive.id, 'search=forgetme')).toEqual([])
    const seen = (await publicDonations(db, drive.id)).donations.find(({ amount }) => amount === 90_000)
    expect(seen).toMatchObject({ name: null, message: '' })
    expect(await receiptOf(db, receipt)).toMatchObject({ name: '', amount: 100_000 })
    await mailReceipt(db, { donationId })
    expect(await found('forgetme')).toEqual([])
    await query`update webhook_events set state = 'done' where state = 'received'`
    // What was on its way still counts, for nobody in particular.
    expect(await applyResult(db, 'paystack', open.reference, paid(70_000))).toBe('applied')
    expect(await forgetDonor(db, 'forgetme@x.test')).toMatchObject({ payments: 0, gifts: 0, events: 0 })
    // The log says that it was done, and not to whom.
    expect(await someRows('audit_log', { act: 'donor forgotten' }, 'by', 'after')).toEqual([
      { by: null, after: { payments: 2, gifts: 1, events: 3 } },
      { by: null, after: { payments: 0, gifts: 0, events: 0 } },
    ])
  })

  test('the phone that paid is found nowhere any more, however its owner writes it', async () => {
    const drive = await someDrive(db)
    await giftByPhone(db, drive.id, 90_000, '+254799887766')
    expect((await found('799887766')).length).toBeGreaterThan(1)
    expect(await forgetDonor(db, '0799 887 766')).toMatchObject({ payments: 1, gifts: 1 })
    expect(await found('799887766')).toEqual([])
  })

  test('who is named by the phone has no mail left either, and no text to that phone', async () => {
    const drive = await someDrive(db)
    const posted = { ...who, donorPhone: '+254799554433', donorEmail: 'posted@x.test' }
    const { id } = await gift(db, drive.id, 40_000, posted)
    await mailReceipt(db, { donationId: (await oneRow('donations', { payment_id: id })).id })
    const other = { key: 'of another matter', phone: '+254799554433', text: 'Asante', money: false }
    await db.transaction().execute((tx) => sendSms(tx, other))
    expect((await found('posted@x.test')).length).toBeGreaterThan(1)
    await forgetDonor(db, '0799554433')
    expect([await found('posted@x.test'), await found('799554433')]).toEqual([[], []])
  })

  test('the phone that M-Pesa told whole is in no text any more, no matter which person of its gift is forgotten', async () => {
    const drive = await someDrive(db)
    const { number } = await codesOf(db, drive.id)
    const { receipt } = await paidByHand(db, rail, number, { phone: '+254799443322', tail: '322' })
    expect((await found('799443322')).length).toBeGreaterThan(0)
    const { id } = await oneRow('payments', { provider_tx_id: receipt })
    await db.transaction().execute((tx) => forgetPayments(tx, [id]))
    expect(await found('799443322')).toEqual([])
  })

  test('who typed their number for the account of a Paybill is not found by it; the money is where it was', async () => {
    const { receipt } = await unplacedMoney(db, rail, '0799 123 321')
    expect((await found('0799 123 321')).length).toBeGreaterThan(1)
    await forgetDonor(db, '+254799123321')
    expect(await found('0799 123 321')).toEqual([])
    expect((await oneRow('suspense', { provider_tx_id: receipt })).state).toBe('open')
  })

  test('what was recorded by hand for a number is without it, without a name and without a note', async () => {
    const drive = await someDrive(db)
    await query`
      insert into recorded_gifts (fund_drive_id, amount, method, name, phone, note, given_on, recorded_by, receipt, client_key)
      values (${drive.id}, 50000, 'cash', 'Atieno Forgotten', '+254799001122', 'from Atieno Forgotten', '2026-01-02',
        ${drive.ownerId}, 'R0000000000FORGET', gen_random_uuid())`
    expect((await found('Atieno Forgotten')).length).toBeGreaterThan(0)
    await forgetDonor(db, '0799 001122')
    expect([await found('Atieno Forgotten'), await found('799001122')]).toEqual([[], []])
  })

  test('does not open what was heard to other changes', async () => {
    await told('kept')
    for (const what of ['body', 'event', 'dedupe_key'])
      await expect(query`update webhook_events set ${sql.ref(what)} = 'other'`).rejects.toThrow(/forbidden/)
  })
})

describe('by the clock', () => {
  test('an attempt that came to nothing is nobody’s after 90 days; one that was paid, or is open, or young, stays', async () => {
    const { id } = await someDrive(db)
    const make = async (email: string, status: string, days: number) => {
      const { reference } = await begunGift(db, id, 10_000, { ...who, donorEmail: email })
      await query`update payments set status = ${status}, failure = 'of ' || donor_email,
        created_at = now() - make_interval(days => ${days}) where reference = ${reference}`
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
      await query`update payments set status = 'abandoned' where id = ${paymentId}`
      await query`update mpesa_prompts set state = 'cancelled' where payment_id = ${paymentId}`
      await timePasses(`${days} days`, { payments: { id: paymentId }, mpesa_prompts: { payment_id: paymentId } })
    }
    await asked('+254799000091', 91)
    await asked('+254799000089', 89)
    await forgetUnpaid(db)
    expect(await found('799000091')).toEqual([])
    expect((await found('799000089')).length).toBe(2)
  })

  test('what the provider told us is thrown away after 180 days, unless it still waits', async () => {
    await query`delete from webhook_events`
    await told('young', { received: 179 })
    await told('old', { received: 181 })
    await told('old-waiting', { received: 181, state: 'received' })
    expect(await forgetUnpaid(db)).toMatchObject({ events: 1 })
    const left = await db.selectFrom('webhook_events').select('state').orderBy('id').execute()
    expect(left.map(({ state }) => state)).toEqual(['done', 'received'])
    await query`update webhook_events set state = 'done'`
  })
})
