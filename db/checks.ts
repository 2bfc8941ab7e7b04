import { type Kysely, sql } from 'kysely'
import { accountRules } from './checks-account.ts'
import { agreeRules } from './checks-agree.ts'
import { bookRules } from './checks-book.ts'
import { guestRules } from './checks-guests.ts'
import { mpesaRules } from './checks-mpesa.ts'
import { credits, debits, lost, type Rule, sentBy, total } from './rule.ts'
import type { DB } from './types.ts'

// What must be true of the books at any moment, as queries that count what is not. Run after every test that moves
// money, every hour, and by `npm run check-books`. What only the outside can tell (whether everything that was
// acknowledged is there, and whether the provider says the same) is not among them.

export type Broken = { id: string; says: string; count: number }

/**
 * The rules that are broken, with how often. All are read at one moment, so money that comes in meanwhile breaks none. `at`: what should
 * have ended by then, when a backup is looked through, for which nobody works any more.
 */
export const brokenInvariants = (db: Kysely<DB>, at?: Date): Promise<Broken[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => brokenIn(tx, at))

/** The same as a transaction sees them that is open. */
export async function brokenIn(tx: Kysely<DB>, at?: Date): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const { id, says, count } of rules) {
    const asked = at ? count.replaceAll('now()', `'${at.toISOString()}'::timestamptz`) : count
    const { rows } = await sql<{ count: number }>`select coalesce((${sql.raw(asked)}), 0)::bigint as count`.execute(tx)
    if (rows[0]!.count !== 0) broken.push({ id, says, count: rows[0]!.count })
  }
  return broken
}

/** What came in through some of the providers and is still there, but for what was sent to owners and to the bank. */
const cameIn = (by: string) => `(${total('amount', `payments where status = 'succeeded' and provider ${by}`)}
      + ${total('amount', `suspense where currency = 'KES' and state = 'open' and provider ${by}`)}
      - ${total('provider_fee', `payments where status = 'succeeded' and provider ${by}`)}
      - ${total('provider_fee', `suspense where currency = 'KES' and state <> 'placed' and provider ${by}`)}
      - ${total('r.amount', `reversals r join payments p on p.id = r.payment_id where r.state = 'done' and p.provider ${by}`)})`

export const rules: Rule[] = [
  {
    id: 'I1',
    says: 'a donation is there exactly when its payment succeeded',
    count: `select count(*) from payments p left join donations d on d.payment_id = p.id
      where p.kind = 'donation' and (p.status = 'succeeded') <> (d.id is not null)`,
  },
  {
    id: 'I2',
    says: 'a donation says what its payment says',
    count: `select count(*) from donations d join payments p on p.id = d.payment_id
      where d.amount <> p.amount or d.fund_drive_id is distinct from p.fund_drive_id or p.kind <> 'donation'`,
  },
  {
    id: 'I3',
    says: 'a wallet and what waits to be folded are the sum of the donations, from as many people',
    count: `select count(*) from wallets w
      left join (select fund_drive_id, sum(credit) as credit, sum(donors) as donors from wallet_deltas group by 1) x using (fund_drive_id)
      left join (select fund_drive_id, sum(amount) as amount from donations group by 1) s using (fund_drive_id)
      left join (select fund_drive_id, count(*) as donors from drive_givers where gifts > 0 group by 1) g using (fund_drive_id)
      where w.credited + coalesce(x.credit, 0) <> coalesce(s.amount, 0) or w.donors + coalesce(x.donors, 0) <> coalesce(g.donors, 0)`,
  },
  {
    id: 'I4',
    says: 'what is set aside is the sum of the withdrawals that were not declined',
    count: `select count(*) from wallets w
      left join (select fund_drive_id, sum(amount) as amount from payout_requests where status <> 'rejected' group by 1) o using (fund_drive_id)
      where w.reserved <> coalesce(o.amount, 0)`,
  },
  {
    id: 'I5',
    says: 'what is reversed is the sum of the reversals that are done',
    count: `select (select count(*) from wallets w
        left join (select p.fund_drive_id, sum(r.amount) as amount from reversals r join payments p on p.id = r.payment_id
          where r.state = 'done' and p.kind = 'donation' group by 1) r using (fund_drive_id)
        where w.reversed <> coalesce(r.amount, 0))
      + (select count(*) from payments p
        left join (select payment_id, sum(amount) as amount from reversals where state = 'done' group by 1) r on r.payment_id = p.id
        where p.reversed <> coalesce(r.amount, 0))`,
  },
  {
    id: 'I6',
    says: 'nothing is overdrawn, and nobody has a debt and money at once',
    count: `select count(*) from wallets where credited - reversed - reserved + debt + written_off < 0
      or (debt > 0 and credited - reversed - reserved + debt + written_off > 0)`,
  },
  {
    id: 'I7',
    says: "what the ledger owes an owner is the donations' shares, less reversals and withdrawals",
    count: `select count(*) from ledger_accounts a
      left join (select debit_account as id, sum(amount) as amount from ledger_transfers group by 1) out on out.id = a.id
      left join (select credit_account as id, sum(amount) as amount from ledger_transfers group by 1) "in" on "in".id = a.id
      left join (select fund_drive_id, sum(amount - platform_fee) as amount from donations group by 1) d using (fund_drive_id)
      left join (select p.fund_drive_id, sum(r.amount - r.fee_part) as amount from reversals r join payments p on p.id = r.payment_id
        where r.state = 'done' and p.kind = 'donation' group by 1) r using (fund_drive_id)
      left join (select fund_drive_id, sum(net) as amount from payout_requests where status <> 'rejected' group by 1) o using (fund_drive_id)
      left join (select fund_drive_id, sum(posted) as amount from write_offs group by 1) w using (fund_drive_id)
      where a.fund_drive_id is not null and coalesce("in".amount, 0) - coalesce(out.amount, 0)
        <> coalesce(d.amount, 0) - coalesce(r.amount, 0) - coalesce(o.amount, 0) + coalesce(w.amount, 0)`,
  },
  {
    id: 'I8',
    says: 'our money at the provider is what came in, less fees, reversals, transfers, and what went to the bank',
    count: `select ${debits('provider_clearing')} - ${cameIn("<> 'mpesa'")}
      + ${total('net', `payout_requests where status = 'completed'`)} - ${sentBy("= 'mpesa'")}
      + ${total('fee', `payout_attempts where state in ('success', 'returned') and provider <> 'mpesa'`)} + ${lost("<> 'mpesa'")}
      + ${total(`case direction when 'to_bank' then amount else -amount end`, `settlements where booked_at is not null and provider <> 'mpesa'`)}`,
  },
  {
    id: 'I8M',
    says: 'our money at M-Pesa is what came in there, less fees as statements corrected them, reversals, what it sent, and what went to the bank',
    count: `select ${debits('mpesa_clearing')} - ${cameIn("= 'mpesa'")}
      + ${total('corrected', 'mpesa_lines')} + ${sentBy("= 'mpesa'")}
      + ${total('fee', `refund_sends where state = 'done'`)} + ${lost("= 'mpesa'")}
      + ${total('fee', `payout_attempts where state in ('success', 'returned') and provider = 'mpesa'`)}
      + ${total(`case direction when 'to_bank' then amount else -amount end`, `settlements where booked_at is not null and provider = 'mpesa'`)}`,
  },
  {
    id: 'I9',
    says: 'what is under way is the sum of the withdrawals under way',
    count: `select ${credits('payouts_in_flight')} - ${total('net', `payout_requests where status in ('waiting', 'processing', 'approved')`)}`,
  },
  {
    id: 'I10',
    says: 'the revenue is the sum of the shares, less what was refunded',
    count: `select ${credits('platform_revenue')} - ${total('platform_fee', 'donations')} + ${total('fee_part', `reversals where state = 'done'`)}`,
  },
  {
    id: 'I11',
    says: 'no withdrawal was sent twice',
    count: `select count(*) from (select payout_id from payout_attempts where state = 'success' group by 1 having count(*) > 1) x`,
  },
  {
    id: 'I12',
    says: 'no withdrawal has two open attempts, and one that is under way at the provider has one',
    count: `select (select count(*) from (select payout_id from payout_attempts where state in ('sending', 'pending', 'unknown')
        group by 1 having count(*) > 1) x)
      + (select count(*) from payout_requests o where (o.status = 'approved') <> exists (
        select from payout_attempts a where a.payout_id = o.id and a.state in ('sending', 'pending', 'unknown')))`,
  },
  {
    id: 'I13',
    says: 'view credits add up, and each that was used is a view',
    count: `select count(*) from subscriptions s
      left join (select subscription_id, count(*) as views from fund_drive_views group by 1) v on v.subscription_id = s.id
      left join views_gone g on g.subscription_id = s.id
      left join (select subscription_id, sum(views) as views from view_months group by 1) m on m.subscription_id = s.id
      where s.remaining_views < 0 or s.remaining_views + s.used_views <> s.views
        or s.used_views <> coalesce(v.views, 0) + coalesce(g.views, 0) + coalesce(m.views, 0)`,
  },
  {
    id: 'I14',
    says: 'no payment hangs',
    count: `select count(*) from payments where status in ('created', 'pending', 'init_unknown') and created_at < now() - interval '26 hours'`,
  },
  {
    id: 'I15',
    says: 'nothing the provider told us waits',
    // While the provider refuses our key, what it told us waits until it takes it again: that is a discrepancy of its own.
    count: `select count(*) from webhook_events where state = 'received' and received_at < now() - interval '5 minutes'
      and not exists (select from provider_stops where provider_stops.provider = webhook_events.provider)`,
  },
  {
    id: 'I16',
    says: 'every payment that succeeded stands in the ledger with its whole amount',
    // Summed up once for all: asked payment by payment, a million of them took longer than a question may.
    count: `select count(*) from payments p left join (
        select t.event_kind, t.subject_id, a.code, sum(t.amount) as amount
        from ledger_transfers t join ledger_accounts a on a.id = t.debit_account
        where a.code in ('provider_clearing', 'mpesa_clearing') and t.event_kind in ('donation', 'subscription') group by 1, 2, 3
      ) b on b.event_kind = p.kind and b.subject_id = p.id
        and b.code = case p.provider when 'mpesa' then 'mpesa_clearing' else 'provider_clearing' end
      where p.status = 'succeeded' and p.amount <> coalesce(b.amount, 0)`,
  },
  ...mpesaRules,
  ...bookRules,
  ...guestRules,
  ...accountRules,
  ...agreeRules,
  {
    id: 'B1',
    says: 'what nobody can place is what stands in suspense',
    count: `select ${credits('suspense')} - ${total('amount', `suspense where currency = 'KES' and state = 'open'`)}`,
  },
  {
    id: 'B8',
    says: 'what we have lost is what was written off, and what went back beyond a payment, each once and no more than that',
    count: `select abs(${debits('losses')} - ${total('posted', 'write_offs')} - ${total('amount', 'refund_losses')})
      + (select count(*) from refund_losses l join reversals r on r.id = l.reversal_id where l.amount <> r.excess)`,
  },
  {
    id: 'B9',
    says: 'each donation has the fee that its drive was opened with',
    count: `select count(*) from donations g join fund_drives d on d.id = g.fund_drive_id where g.fee_bps <> d.fee_bps`,
  },
  {
    id: 'B2',
    says: 'every drive has one wallet and one account',
    count: `select count(*) from fund_drives d where not exists (select from wallets w where w.fund_drive_id = d.id)
      or not exists (select from ledger_accounts a where a.fund_drive_id = d.id)`,
  },
  {
    id: 'B3',
    says: 'the revenue of views is what was paid for them, less what went back, and each purchase gave credits',
    count: `select abs(${credits('subscription_revenue')} - ${total('amount - reversed', `payments where kind = 'subscription' and status = 'succeeded'`)})
      + (select count(*) from payments p where p.kind = 'subscription' and p.status = 'succeeded' and p.fund_drive_id is not null
        and not exists (select from subscriptions s where s.payment_id = p.id))`,
  },
  {
    id: 'B6',
    says: 'of views whose payment is asked back as many are claimed as that is worth, and no drive has lost others',
    count: `select (select count(*) from views_due d left join view_claims c using (payment_id)
        where d.due <> coalesce(c.due, 0) or coalesce(c.taken, 0) > d.due)
      + (select count(*) from (
          select p.fund_drive_id, sum(p.views) - sum(coalesce(c.taken, 0)) as stay
          from payments p left join view_claims c on c.payment_id = p.id
          where p.kind = 'subscription' and p.status = 'succeeded' and p.fund_drive_id is not null group by 1) b
        where b.stay > (select sum(s.remaining_views + s.used_views) from subscriptions s
          where s.fund_drive_id = b.fund_drive_id))`,
  },
  {
    id: 'B4',
    says: 'a balance that was kept is the sum of the transfers in it',
    count: `select count(*) from ledger_balances b
      where b.debits <> coalesce((select sum(t.amount) from ledger_transfers t
          where t.debit_account = b.account_id and pg_visible_in_snapshot(t.xid, b.snap)), 0)
        or b.credits <> coalesce((select sum(t.amount) from ledger_transfers t
          where t.credit_account = b.account_id and pg_visible_in_snapshot(t.xid, b.snap)), 0)`,
  },
  {
    id: 'B5',
    says: 'what was summed up by day and by month is what the ledger says up to then',
    count: `select abs(day.fee - mark.fee) + abs(month.fee - mark.fee) + abs(day.gross - month.gross)
        + abs(day.gross - whole.gross) + abs(whole.fee - mark.fee) + abs(moved.amount - mark.amount)
      from (select coalesce(sum(fee - fee_back), 0) as fee, coalesce(sum(gross), 0) as gross from revenue_sums where span = 'day') day,
        (select coalesce(sum(fee - fee_back), 0) as fee, coalesce(sum(gross), 0) as gross from revenue_sums where span = 'month') month,
        (select coalesce(sum(fee - fee_back), 0) as fee, coalesce(sum(gross), 0) as gross from revenue_sums where span = 'all drives') whole,
        (select coalesce(sum(debits), 0) as amount from account_months) moved,
        (select coalesce(sum(t.amount), 0) as amount,
            coalesce(sum(case a.id when t.credit_account then t.amount when t.debit_account then -t.amount end), 0) as fee
          from ledger_transfers t, sum_marks m, ledger_accounts a
          where a.code = 'platform_revenue' and pg_visible_in_snapshot(t.xid, m.snap)) mark`,
  },
  {
    id: 'B7',
    says: 'views added up by day are the views: by hour, by device, by place and by source',
    // A month whose views are deleted, or some of them, keeps their number, and its days have to be as many.
    count: `select (select count(*) from (
        select fund_drive_id, day, x.what, x.name, sum(v.views) as views
        from (
          select fund_drive_id, h.hour::date as day, extract(hour from h.hour)::int::text as hour, device_type, location, source, count(*) as views
          from fund_drive_views, lateral (select date_trunc('hour', viewed_at at time zone 'Africa/Nairobi') as hour) h
          group by 1, h.hour, 4, 5, 6
        ) v cross join lateral (values ('hour', v.hour), ('device', device_type), ('place', location), ('source', source)) x (what, name)
        where x.name is not null group by 1, 2, 3, 4
      ) v full join view_sums s using (fund_drive_id, day, what, name)
      where coalesce(v.views, 0) <> coalesce(s.views, 0) and not exists (
        select from view_months m where m.fund_drive_id = coalesce(v.fund_drive_id, s.fund_drive_id) and m.month = date_trunc('month', day)::date))
      + (select count(*) from (select fund_drive_id as drive, month, sum(views) as views from view_months group by 1, 2) m
        where m.views + (select count(*) from fund_drive_views v where v.fund_drive_id = m.drive
            and v.viewed_at >= m.month::timestamp at time zone 'Africa/Nairobi'
            and v.viewed_at < (m.month + interval '1 month') at time zone 'Africa/Nairobi')
          is distinct from (select sum(s.views) from view_sums s where s.fund_drive_id = m.drive and s.what in ('hour', 'day')
            and s.day >= m.month and s.day < m.month + interval '1 month'))`,
  },
  {
    id: 'C1',
    says: 'the comments of each drive are counted as they are',
    count: `select count(*) from comment_counts k full join (
        select d.id as fund_drive_id, count(*) filter (where c.state = 'shown') as shown,
          count(*) filter (where c.state = 'quarantined') as quarantined, count(*) filter (where c.state = 'hidden') as hidden,
          coalesce(max(c.id) filter (where c.state = 'shown'), 0) as newest
        from fund_drives d left join fund_drive_comments c on c.fund_drive_id = d.id group by 1) c using (fund_drive_id)
      where (k.shown, k.quarantined, k.hidden, k.newest) is distinct from (c.shown, c.quarantined, c.hidden, c.newest)`,
  },
]
