import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

// A platform that has been there for two years, made by the database itself: 10,000 drives of 50,000 people.

/** So many donations, and a tenth as many payouts; one drive of a hundred has half of all gifts. */
export async function platform(db: Db, many: number): Promise<void> {
  await db.connection().execute(async (one) => {
    // What refers to what is right by the way it is made; checked row by row it would take an hour.
    await sql`set session_replication_role = replica`.execute(one)
    for (const statement of statementsFor(many)) await statement.execute(one)
    await sql`reset session_replication_role`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}

/** A name for each number of the series `s`, and a moment of the last two years. */
const names = sql`(array['Amina Yusuf', 'Otieno Odhiambo', 'Wanjiru Kamau', 'Mwalimu Kariuki', 'Fatuma Ali'])[1 + s.n % 5]`
const moment = sql`now() - make_interval(secs => (s.n::bigint * 7919 % 63072000))`

const statementsFor = (many: number) => [
  sql`create temporary table owners as select gen_random_uuid() as id, n from generate_series(1, 50000) n`,
  sql`insert into users (id, email, email_verified, created_at)
    select id, 'person' || s.n || '@example.test', s.n % 9 > 0, ${moment} from owners s`,
  sql`insert into profiles (user_id, full_name, username) select id, ${names} || ' ' || s.n, 'person_' || s.n from owners s`,
  sql`create temporary table causes as select gen_random_uuid() as id, n from generate_series(0, 9999) n`,
  sql`insert into fund_drives (id, user_id, slug, title, goal_amount, category, status, created_at)
    select c.id, o.id, 'drive-' || c.n, 'Drive of village ' || c.n, 1000000 + c.n, 'Medical',
      (array['active', 'active', 'paused', 'completed'])[1 + c.n % 4], now() - make_interval(hours => c.n)
    from causes c join owners o on o.n = c.n + 1`,
  sql`insert into ledger_accounts (code, kind, fund_drive_id) select 'drive:' || id || ':payable', 'liability', id from causes`,
  sql`insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views)
    select d.id, d.user_id, p.id, 15, 15 from fund_drives d, subscription_packages p where p.name = 'Free'`,
  sql`insert into payments (reference, kind, fund_drive_id, amount, status, provider_tx_id, provider_fee, channel, donor_name,
      donor_email, message, anonymous, created_at, updated_at, settled_at)
    select 'don-' || md5(s.n::text), 'donation', c.id, 100 * (1 + s.n % 5000), x.status, '77' || s.n, 1 + s.n % 75,
      (array['mobile', 'mobile', 'online', 'other'])[1 + s.n % 4], ${names} || ' ' || s.n % 100000,
      'giver' || s.n % 300000 || '@example.test', 'Pole sana', s.n % 6 = 0, ${moment}, ${moment},
      case when x.status = 'succeeded' then ${moment} end
    from generate_series(1, ${many}::int) s (n)
      join causes c on c.n = case when s.n % 2 = 0 then s.n % 100 else s.n % 10000 end
      cross join lateral (select case when s.n % 50 = 0 then 'failed' when s.n % 997 = 0 then 'pending' else 'succeeded' end as status) x`,
  sql`insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email,
      message, anonymous, created_at)
    select id, fund_drive_id, amount, 500, (amount * 500 + 5000) / 10000, channel, donor_name, donor_email, message, anonymous,
      settled_at from payments where status = 'succeeded' order by id`,
  // Piece by piece, as years would have: what was posted in one transaction is summed up in one.
  ...Array.from({ length: 40 }, (_, part) => posted(part)),
  sql`insert into wallets (fund_drive_id, credited, donors)
    select c.id, coalesce(sum(d.amount), 0), count(d.id) from causes c left join donations d on d.fund_drive_id = c.id
    group by c.id on conflict (fund_drive_id) do update set credited = excluded.credited, donors = excluded.donors`,
  sql`insert into withdrawal_methods (user_id, method_type, phone_number, mobile_operator)
    select user_id, 'mobile_money', '+254712345678', 'M-Pesa' from fund_drives`,
  sql`insert into payout_requests (fund_drive_id, user_id, amount, fee, net, status, withdrawal_method_id, destination,
      client_key, created_at, updated_at)
    select d.id, d.user_id, 20000, 1000, 19000, (array['completed', 'completed', 'completed', 'rejected'])[1 + s.n % 4], m.id,
      '{"type": "mobile_money", "phone": "+254712345678", "operator": "M-Pesa"}', gen_random_uuid(), ${moment}, ${moment}
    from generate_series(1, ${Math.round(many / 10)}::int) s (n) join causes c on c.n = s.n % 10000
      join fund_drives d on d.id = c.id join withdrawal_methods m on m.user_id = d.user_id`,
  // A hundred, each of another drive: the number has nothing in common with how drives are given to them.
  sql`update payout_requests set status = 'processing' where id % ${Math.max(1, Math.floor(many / 1000) - 3)}::int = 0`,
  ...attended(many),
  ...logged(many),
]

/** Adds the work of people, done and not: for each thousand gifts a dispute, two discrepancies and a piece of money that fits nothing. */
const attended = (many: number) => [
  sql`insert into user_roles (user_id, role, granted_by) select id, 'admin', 'command' from owners where n <= 20`,
  sql`insert into disputes (ext_id, payment_id, amount, status, resolution, due_at, created_at, resolved_at)
    select 'q' || p.id, p.id, p.amount, case when p.id % 10000 < 1000 then 'open' else 'resolved' end,
      case when p.id % 10000 < 1000 then null else (array['merchant-accepted', 'auto-accepted', 'declined'])[1 + p.id % 3] end,
      p.created_at + interval '2 days', p.created_at, case when p.id % 10000 < 1000 then null else p.created_at + interval '1 day' end
    from payments p where p.id % 1000 = 7 and p.status = 'succeeded'`,
  sql`insert into discrepancies (kind, subject, facts, state, note, seen_at, created_at, closed_at, closed_by)
    select (array['balance at the provider', 'refund failed', 'transfer without an end', 'cards are tried out'])[1 + s.n % 4],
      case when s.n % 4 = 3 then c.id::text else 'don-' || md5(s.n::text) end, jsonb_build_object('ours', s.n, 'theirs', s.n + 1),
      case when s.n % 20 = 0 then 'open' else 'closed' end, case when s.n % 20 = 0 then '' else 'A fee, case ' || s.n end,
      ${moment}, ${moment}, case when s.n % 20 = 0 then null else ${moment} end, case when s.n % 20 = 0 then null else o.id end
    from generate_series(1, ${Math.round(many / 500)}::int) s (n) join causes c on c.n = s.n % 10000
      join owners o on o.n = 1 + s.n % 20
    on conflict do nothing`,
  sql`insert into suspense (provider, provider_tx_id, reference, why, amount, currency, state, note, created_at, closed_at, closed_by)
    select 'paystack', '88' || s.n, 'don-' || md5('s' || s.n), (array['unknown reference', 'wrong amount'])[1 + s.n % 2],
      100 * (1 + s.n % 5000), case when s.n % 50 = 1 then 'NGN' else 'KES' end, case when s.n % 20 = 0 then 'open' else 'closed' end,
      case when s.n % 20 = 0 then '' else 'refunded' end, ${moment}, case when s.n % 20 = 0 then null else ${moment} end,
      case when s.n % 20 = 0 then null else o.id end
    from generate_series(1, ${Math.round(many / 1000)}::int) s (n) join owners o on o.n = 1 + s.n % 20`,
  sql`update wallets w set debt = 100 * (1 + c.n), debt_since = now() - make_interval(hours => c.n)
    from causes c where c.id = w.fund_drive_id and c.n % 50 = 0`,
  sql`select count(graphile_worker.add_job('mail-receipt', json_build_object('donationId', n), job_key => 'failed ' || n))
    from generate_series(1, ${Math.round(many / 1000)}::int) n`,
  sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no mail server, try ' || id`,
]

/** As many lines of the audit log as donations, of twenty administrators; one of ten is a decision, and has a reason. */
const logged = (many: number) => [
  sql`insert into audit_log (at, by, address, act, noun, subject, after, why)
    select now() - make_interval(secs => 63072000 - (s.n::bigint * 63072000 / ${many}::int)), o.id, '41.90.' || s.n % 20 || '.0',
      case when s.n % 10 = 0 then (array['payout completed', 'payout declined', 'drive paused', 'person suspended'])[1 + s.n / 10 % 4]
        else 'seen' end,
      (array['donation', 'payout', 'person'])[1 + s.n % 3], case when s.n % 3 = 0 then '' else (s.n % 100000)::text end,
      '{"sort": "date"}', case when s.n % 10 = 0 then (array['The name of the account is right', 'No such account',
        'Words that ask for help twice', 'Sold their session', 'Paid twice'])[1 + s.n / 10 % 5] || ', case ' || s.n else '' end
    from generate_series(1, ${many}::int) s (n) join owners o on o.n = 1 + s.n % 20`,
]

const posted = (part: number) => sql`
  insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount, created_at)
  select 'donation', d.payment_id, x.leg, x.debit, x.credit, x.amount, d.created_at
  from donations d join payments p on p.id = d.payment_id
    join ledger_accounts payable on payable.fund_drive_id = d.fund_drive_id
    join ledger_accounts clearing on clearing.code = 'provider_clearing'
    join ledger_accounts revenue on revenue.code = 'platform_revenue'
    join ledger_accounts fees on fees.code = 'provider_fees'
    cross join lateral (values (1, clearing.id, payable.id, d.amount - d.platform_fee), (2, clearing.id, revenue.id,
      d.platform_fee), (3, fees.id, clearing.id, p.provider_fee)) x (leg, debit, credit, amount)
  where x.amount > 0 and d.id % 40 = ${part}`
