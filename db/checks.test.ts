import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkBooks } from '#app/base/ledger/books.server.ts'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { productMetrics } from '#app/platform/processes/metrics.server.ts'
import { brokenBy } from '#test/broken-by.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { gift, giftByPhone, phoneOf } from '#test/money.ts'
import { brokenInvariants } from './checks.ts'
import { agreeRules } from './checks-agree.ts'

const db = await testDatabase({ asOwner: true })
const drive = await someDrive(db)
const driveId = drive.id
await postComment(db, drive.slug, commentForm.parse({ content: 'Pole sana' }), 'somebody')
await gift(db, driveId, 100_000)
await gift(db, driveId, 50_000)
await giftByPhone(db, driveId, 30_000)
const { id: methodId } = await phoneOf(db, drive.ownerId)
const ask = () => requestPayout(db, { ownerId: drive.ownerId, driveId, amount: 20_000, methodId, key: randomUUID() })
await completeByHand(db, (await ask()).id, { by: (await somePerson(db)).id })
await ask()

/** Two transfers of the withdrawal that stands so. */
function attempts(state: string, status: string): string {
  return `insert into payout_attempts (payout_id, n, reference, state)
    select id, n, 'pay-planted-twice-' || n, '${state}' from payout_requests, generate_series(1, 2) n where status = '${status}'`
}

/** A purchase of views that added none. */
function bought(views: number): string {
  return `insert into payments (reference, kind, amount, status, settled_at, user_id, package_id, views, fund_drive_id)
    select 'sub-that-added-nothing', 'subscription', 5, 'succeeded', now(), u.id, p.id, ${views}, d.id
    from users u, subscription_packages p, fund_drives d limit 1`
}

/** A treasurer who joined then, and counts from then on. */
function treasurer(joined: string, counts: string): string {
  return `insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at, signs_since)
    select d.id, u.id, 'Otieno', 'treasurer', d.user_id, now(), ${joined}, ${counts}
    from fund_drives d join users u on u.id <> d.user_id limit 1`
}

/** A change that was made. */
function changed(what: string, times: string): string {
  return `insert into money_changes (fund_drive_id, kind, number, was, asked_by, created_at, from_at, ended_at, state)
    select id, ${what}, user_id, ${times}, 'done' from fund_drives limit 1`
}

/** A receipt that was written past the guard of its table. */
function shown(what: string): string {
  return `insert into payout_receipts (fund_drive_id, posted_by, paid_to, what, spent_on, no_photo, form_key, amount, whole)
      select o.fund_drive_id, o.user_id, 'A shop', 'Food', now(), 'None', gen_random_uuid(), ${what}`
}

/** Mailings of updates that began then. */
function mailings(begun: string, many: number): string {
  return `insert into update_mailings (fund_drive_id, day, due_at, begun_on)
    select d.id, current_date + n, now(), ${begun} from (select id from fund_drives limit 1) d, generate_series(1, ${many}) n`
}

/** A follower who was sent each mailing so often. */
function sends(how: string, times: number): string {
  return `insert into followers (fund_drive_id, email, source, confirmed_at)
      select fund_drive_id, 'planted@example.org', 'form', now() from update_mailings limit 1;
    insert into update_sends (mailing_id, follower_id, how)
      select m.id, f.id, '${how}' from update_mailings m, followers f, generate_series(1, ${times})`
}

test('books that are right break no rule', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

/** What breaks each rule. */
const broken: Record<string, string | string[]> = {
  I1: `update payments set status = 'failed', settled_at = null where id = (select min(id) from payments)`,
  I2: `update donations set amount = 100020, platform_fee = 5001 where amount = 100000`,
  B9: 'update fund_drives set fee_bps = 400',
  I3: ['update wallets set credited = credited + 1', 'update wallets set donors = donors + 1'],
  G10: [
    'update drive_givers set gifts = gifts + 1',
    'update donations set giver_id = null where id = (select min(id) from donations)',
  ],
  I4: 'update wallets set reserved = reserved - 1',
  I5: ['update wallets set reversed = 1', 'update payments set reversed = 1 where id = (select min(id) from payments)'],
  I6: 'update wallets set debt = 1',
  I7: `delete from ledger_transfers where event_kind = 'donation' and leg = 1`,
  I8: `delete from ledger_transfers where event_kind = 'donation' and leg = 3`,
  I8M: `insert into suspense (provider, provider_tx_id, reference, why, amount, currency) values ('mpesa', '1', 'x', 'unknown reference', 5, 'KES')`,
  I9: `delete from ledger_transfers where event_kind = 'payout_sent'`,
  I10: `delete from ledger_transfers where event_kind = 'donation' and leg = 2`,
  I11: `drop index payout_attempts_one_success; ${attempts('success', 'completed')}`,
  I12: [
    `update payout_requests set status = 'approved' where status = 'processing'`,
    // Under way, as it should be, and yet with two of them.
    `drop index payout_attempts_one_open; update payout_requests set status = 'approved' where status = 'processing';
      ${attempts('unknown', 'approved')}`,
  ],
  I13: 'update subscriptions set used_views = used_views + 1, remaining_views = remaining_views - 1',
  I14: `insert into payments (reference, kind, amount, created_at) values ('don-old-old-old-old', 'donation', 1, now() - interval '27 hours')`,
  I15: `insert into webhook_events (provider, dedupe_key, body, received_at) values ('paystack', 'x', '', now() - interval '6 minutes')`,
  I16: `delete from ledger_transfers where event_kind = 'donation' and leg = 1`,
  I17: `update mpesa_receipts set amount = amount + 1`,
  I18: `update payments set settled_at = now() - interval '3 days' where provider = 'mpesa'; delete from mpesa_receipts`,
  I19: `update mpesa_receipts set amount = amount + 1`,
  I27: `insert into mpesa_receipts (receipt, amount, heard_by, proved_by, proved_at)
      values ('SKZ0000001', 5, 'status', 'status', now() - interval '27 hours')`,
  I28: [
    `insert into suspense (provider, provider_tx_id, reference, why, amount, currency) values ('mpesa', 'SKZ0000002', 'x', 'unknown account', 5, 'KES');
      insert into mpesa_receipts (receipt, amount, heard_by, proved_by, proved_at, state, suspense_id) select 'SKZ0000002', 5, 'list', 'list', now(), 'unplaced', id from suspense where provider_tx_id = 'SKZ0000002';
      insert into mpesa_asks (what, subject, hear_hash, state, answered_at, code, facts)
        select 'reversal', 'SKZ0000002', '\\x01', 'answered', now() - interval '2 hours', '0', jsonb_build_object('unplaced', id) from suspense`,
    `insert into suspense (provider, provider_tx_id, reference, why, amount, currency, reserved_at, back)
        values ('mpesa', 'SKZ0000003', 'x', 'unknown account', 5, 'KES', now(), 'by hand');
      insert into suspense_returns (receipt, suspense_id) select 'SKZ0000004', id from suspense`,
  ],
  I29: `insert into reversals (payment_id, provider, kind, amount, state) select id, provider, 'refund', 5, 'failed' from payments limit 1;
      insert into refund_sends (reference, reversal_id, amount, state, code, fee, ended_at)
        select 'back-1-1-0000000000000000', id, 5, 'done', 'SKZ0000005', 0, now() from reversals`,
  G4: `insert into gatherings (user_id, slug, title, hosts) select user_id, 'planted', 'Ruracio', 'Us' from fund_drives limit 1;
      insert into supporters (gathering_id, name, link, origin) select id, 'Njeri', '23456789abcd', 'host' from gatherings;
      insert into supporter_ties (supporter_id, payment_id, how) select s.id, p.id, 'host' from supporters s, payments p limit 1`,
  I20: `update mpesa_prompts set state = 'open', created_at = now() - interval '25 hours'`,
  I21: [
    `drop trigger pledge_parts_summed on pledge_parts; insert into pledges (fund_drive_id, amount, source, token_hash, client_key)
        select fund_drive_id, amount, 'giver', lpad('', 64, '0'), gen_random_uuid() from donations limit 1;
      insert into pledge_parts (pledge_id, donation_id, amount)
        select g.id, d.id, d.amount from pledges g join donations d on d.fund_drive_id = g.fund_drive_id limit 1`,
    `drop trigger pledge_parts_guarded on pledge_parts; insert into pledges (fund_drive_id, amount, source, token_hash, client_key)
        select fund_drive_id, amount + 1, 'giver', lpad('', 64, '0'), gen_random_uuid() from donations limit 1;
      insert into pledge_parts (pledge_id, donation_id, amount)
        select g.id, d.id, d.amount + 1 from pledges g join donations d on d.fund_drive_id = g.fund_drive_id and g.amount = d.amount + 1 limit 1`,
  ],
  I22: [
    `insert into recorded_gifts (fund_drive_id, amount, method, code, given_on, recorded_by, receipt, client_key)
      select d.id, 5, 'mpesa', r.receipt, '2026-01-02', d.user_id, 'R1234567890', gen_random_uuid() from fund_drives d, mpesa_receipts r limit 1`,
    `drop index recorded_gifts_code; insert into recorded_gifts (fund_drive_id, amount, method, code, given_on, recorded_by, receipt, client_key)
      select id, 5, 'mpesa', 'SKTWICE001', '2026-01-02', user_id, 'R123456789' || n, gen_random_uuid() from fund_drives, generate_series(1, 2) n limit 2`,
  ],
  I23: [
    `insert into list_pastes (fund_drive_id, by, sha256) select id, user_id, lpad('', 64, '0') from fund_drives limit 1;
      insert into paste_rows (paste_id, nr, proposed, state, became, became_id) select id, 1, 'gift', 'entered', 'recorded', 1 from list_pastes limit 1`,
    `drop index paste_rows_once; insert into list_pastes (fund_drive_id, by, sha256) select id, user_id, lpad('', 64, '0') from fund_drives limit 1;
      insert into pledges (fund_drive_id, amount, source, token_hash, client_key)
        select fund_drive_id, 500, 'giver', lpad('', 64, '1'), gen_random_uuid() from list_pastes limit 1;
      insert into paste_rows (paste_id, nr, proposed, state, became, became_id)
        select l.id, n, 'pledge', 'entered', 'pledge', p.id from list_pastes l, pledges p, generate_series(1, 2) n where p.token_hash like '1%'`,
  ],
  I24: [
    `alter table user_phones drop constraint user_phones_pkey;
      insert into user_phones (phone, user_id) select '+254712345678', id from users limit 2`,
    `insert into user_phones (phone, user_id) select '+254712345678', id from users limit 1;
      update users set deleted_at = now() where id in (select user_id from user_phones)`,
  ],
  I25: [
    `alter table sms_outbox drop constraint sms_outbox_check;
      insert into sms_outbox (key, money, at_night, asked_for, until, state, tries, tried_at) values ('gift 1', true, true, false, now(), 'sent', 2, now())`,
    `alter table sms_outbox drop constraint sms_outbox_key_key;
      insert into sms_outbox (key, money, at_night, asked_for, until, state, tries, tried_at)
        select 'gift 1', true, true, false, now(), 'sent', 1, now() from generate_series(1, 2)`,
  ],
  B1: `insert into suspense (provider, provider_tx_id, reference, why, amount, currency) values ('paystack', '1', 'x', 'unknown reference', 5, 'KES')`,
  B2: 'delete from wallets',
  B4: `insert into ledger_balances (account_id, debits, credits, snap)
      select id, 0, 1, pg_current_snapshot() from ledger_accounts where code = 'losses'`,
  B5: `insert into account_months (starts, account, debits, credits) values ('2026-11-01', 'losses', 1, 0)`,
  B3: `insert into payments (reference, kind, amount, status, settled_at, user_id, package_id, views)
    select 'sub-never-in-the-books', 'subscription', 5, 'succeeded', now(), u.id, p.id, 5 from users u, subscription_packages p limit 1`,
  B6: [
    // More views were bought than the drive has.
    bought(500),
    // The payment for them is asked back, and none is claimed.
    `${bought(5)}; insert into disputes (provider, ext_id, payment_id, amount) select provider, 'x', id, amount from payments where kind = 'subscription'`,
  ],
  B7: [
    `insert into view_sums (fund_drive_id, day, what, name, views) select id, '2026-11-01', 'hour', '3', 1 from fund_drives limit 1`,
    // Past the triggers nothing is added up.
    `insert into fund_drive_views (fund_drive_id, visitor, device_type) select id, 'x', 'mobile' from fund_drives limit 1`,
  ],
  C1: [
    'update comment_counts set shown = shown + 1',
    'update comment_counts set newest = newest + 1',
    'delete from comment_counts',
    `update fund_drive_comments set state = 'hidden'`,
  ],
  A1: [
    "update payout_requests set needs = 1 where status = 'completed'",
    // The yes of who asked counts for nothing.
    `update payout_requests set needs = 1 where status = 'completed';
      insert into payout_signatures (whole, by, verdict, mac) select whole, user_id, 'yes', 'x' from payout_requests where status = 'completed'`,
    // The withdrawal needed two words, and has one.
    `update payout_requests set needs = 2 where status = 'completed';
      insert into payout_signatures (whole, by, verdict, mac)
        select o.whole, u.id, 'yes', 'x' from payout_requests o, users u where o.status = 'completed' and u.id <> o.user_id limit 1`,
  ],
  A2: `update donations set created_at = now() - interval '1 hour'; ${treasurer('now()', 'now()')}`,
  A11: [
    `alter table update_mailings drop constraint update_mailings_begun_key; ${mailings('current_date', 2)}`,
    `alter table update_sends drop constraint update_sends_pkey; ${mailings('current_date', 1)}; ${sends('email', 2)}`,
    `${mailings('null', 1)}; ${sends('email', 1)}`,
    `${mailings('current_date + n', 2)}; ${sends('text', 1)}`,
  ],
  A3: [
    changed("'number', 1, 2", "now() - interval '25 hours', now() + interval '1 hour', now()"),
    changed("'number', 1, 2", "now() - interval '2 hours', now() - interval '1 hour', now()"),
    `${changed("'number', 1, 2", "now() - interval '25 hours', now() - interval '1 hour', now()")};
      update money_changes set held_by = asked_by, held_at = now()`,
    `${treasurer('now()', 'null')}; insert into money_changes (fund_drive_id, kind, helper_id, asked_by, from_at, state, ended_at)
      select fund_drive_id, 'leaves', id, invited_by, now(), 'done', now() from drive_helpers`,
    `${treasurer('now()', 'null')}; insert into money_changes (fund_drive_id, kind, helper_id, asked_by, from_at, state, ended_at)
      select fund_drive_id, 'joins', id, user_id, now(), 'done', now() from drive_helpers`,
  ],
  A4: [
    // One beyond what was sent, and one of a withdrawal that was not sent.
    shown("o.net + 1, o.whole from payout_requests o where o.status = 'completed'"),
    shown("1, o.whole from payout_requests o where o.status = 'processing'"),
  ],
}
const statements = Object.entries(broken).flatMap(([id, all]) => [all].flat().map((one) => [id, one] as const))
test.each(statements)('%s is seen when it is broken: %s', async (id, statement) => {
  expect(await brokenBy(db, statement)).toContain(id)
})

test('no rule of what becomes of money is without what breaks it', () => {
  for (const { id } of agreeRules) expect(Object.keys(broken)).toContain(id)
})

test('what is broken becomes one task, and a figure', async () => {
  await sql`insert into webhook_events (provider, dedupe_key, body, received_at)
    values ('paystack', 'y', '', now() - interval '6 minutes')`.execute(db)
  await checkBooks(db)
  await checkBooks(db)
  const tasks = await db.selectFrom('discrepancies').selectAll().where('state', '=', 'open').execute()
  expect(tasks).toMatchObject([{ kind: 'broken rule', subject: 'I15' }])
  expect(await productMetrics.metrics()).toMatch(/books\{what="broken"\} 1/)
})
