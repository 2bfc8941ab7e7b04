import { type Rule, total } from './rule.ts'

// What must be true of requests on phones and of M-Pesa's codes; read with the other rules, see checks.ts.

export const mpesaRules: Rule[] = [
  {
    id: 'I17',
    says: 'an M-Pesa code that has a place has one, of its amount',
    count: `select count(*) from mpesa_receipts r left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
      where (r.state in ('placed', 'reversed') and (p.status <> 'succeeded' or p.provider <> 'mpesa' or p.amount <> r.amount))
        or (r.state = 'reversed' and p.reversed < p.amount)
        or (r.state = 'unplaced' and (s.amount <> r.amount or s.state = 'placed'))`,
  },
  {
    id: 'I18',
    says: 'what arrived by M-Pesa has its code after two days',
    count: `select count(*) from payments p where p.provider = 'mpesa' and p.status = 'succeeded'
      and p.settled_at < now() - interval '48 hours' and not exists (select from mpesa_receipts r where r.payment_id = p.id)`,
  },
  {
    id: 'I19',
    says: 'the codes that have a place, and what arrived and has none yet, are what came into our money at M-Pesa',
    count: `select coalesce((select sum(t.amount) from ledger_transfers t join ledger_accounts a on a.id = t.debit_account
        where a.code = 'mpesa_clearing' and t.event_kind in ('donation', 'suspense')), 0)
      - ${total('amount', `suspense where provider = 'mpesa' and state = 'placed'`)}
      - ${total('amount', `mpesa_receipts where state <> 'heard'`)}
      - ${total(
        'p.amount',
        `payments p where p.provider = 'mpesa' and p.status = 'succeeded'
          and not exists (select from mpesa_receipts r where r.payment_id = p.id)`,
      )}
      - ${total(
        's.amount',
        `suspense s where s.provider = 'mpesa' and s.currency = 'KES' and s.state <> 'placed'
          and not exists (select from mpesa_receipts r where r.suspense_id = s.id)`,
      )}`,
  },
  {
    id: 'I20',
    says: 'one request is open on a phone, and none for a day',
    count: `select (select count(*) from (select from mpesa_prompts where state in ('created', 'open') group by phone having count(*) > 1) x)
      + (select count(*) from mpesa_prompts where state in ('created', 'open') and created_at < now() - interval '24 hours')`,
  },
  {
    id: 'I21',
    says: 'what was given towards a pledge is the sum of its parts, and no part is more than is left of its gift',
    count: `select (select count(*) from pledges g where g.paid > g.amount or g.paid <>
        ${total('x.amount', 'pledge_parts x where x.pledge_id = g.id')})
      + (select count(*) from pledge_parts x join pledges g on g.id = x.pledge_id
          left join donations d on d.id = x.donation_id left join payments p on p.id = d.payment_id
          left join recorded_gifts r on r.id = x.recorded_id
        where x.amount > coalesce(d.amount - p.reversed, r.amount) or coalesce(d.fund_drive_id, r.fund_drive_id) <> g.fund_drive_id
          or r.voided_at is not null)`,
  },
  {
    id: 'I22',
    says: 'no code that was recorded by hand is of money that came to us, and none counts twice',
    count: `select (select count(*) from recorded_gifts g join mpesa_receipts r on r.receipt = g.code and r.proved_at is not null where g.voided_at is null)
      + (select count(*) from (select from recorded_gifts where voided_at is null and code is not null group by code having count(*) > 1) x)`,
  },
  {
    id: 'I23',
    says: 'a row of a paste that was entered became one thing, that is there',
    count: `select (select count(*) from paste_rows r join list_pastes l on l.id = r.paste_id
          left join recorded_gifts g on g.id = r.became_id and g.fund_drive_id = l.fund_drive_id and r.became in ('recorded', 'void')
          left join pledges p on p.id = r.became_id and p.fund_drive_id = l.fund_drive_id and r.became = 'pledge'
          left join claims c on c.id = r.became_id and c.fund_drive_id = l.fund_drive_id and r.became = 'claim'
        where r.state = 'entered' and (num_nonnulls(g.id, p.id, c.id) <> 1 or r.became = 'void' and g.voided_at is null))
      + (select count(*) from (select from paste_rows where state = 'entered' group by became, became_id having count(*) > 1) x)`,
  },
  {
    id: 'I24',
    says: 'a confirmed phone has one person, who has an account',
    count: `select (select count(*) from (select from user_phones group by phone having count(*) > 1) x)
      + (select count(*) from user_phones f join users u on u.id = f.user_id where u.deleted_at is not null)`,
  },
  {
    id: 'I25',
    says: 'a text about money left once at most, and of those with one key there is one',
    count: `select (select count(*) from sms_outbox where money and tries > 1)
      + (select count(*) from (select from sms_outbox group by key having count(*) > 1) x)`,
  },
  {
    id: 'I26',
    says: 'no question to M-Pesa is open for a day without a person who knows of it',
    count: `select count(*) from mpesa_asks where state in ('open', 'late') and asked_at < now() - interval '25 hours'
      and not exists (select from discrepancies b where b.kind = 'a question without an answer' and b.subject = what || ' ' || mpesa_asks.subject)`,
  },
  {
    id: 'I27',
    says: 'a code that is proved has a place after a day',
    count: `select count(*) from mpesa_receipts where state = 'heard' and proved_at < now() - interval '26 hours'`,
  },
  {
    id: 'I28',
    says: 'what M-Pesa gave back has left the books, and money that went back under a code has no other place',
    count: `select (select count(*) from mpesa_asks a join mpesa_receipts r on r.receipt = a.subject
          left join suspense s on s.id = r.suspense_id left join payments p on p.id = r.payment_id
        where a.what = 'reversal' and a.code in ('0', 'R000001') and a.answered_at < now() - interval '1 hour'
          and (s.state = 'open' or p.reversed < p.amount))
      + (select count(*) from suspense_returns w join suspense s on s.id = w.suspense_id where s.state <> 'closed')`,
  },
  {
    id: 'I29',
    says: 'a refund was sent to a phone once, and what was sent is a refund of that code',
    count: `select (select count(*) from (select from refund_sends where state = 'done' group by reversal_id having count(*) > 1) x)
      + (select count(*) from refund_sends s where s.state = 'done' and not exists (
        select from reversals v where v.provider = 'mpesa' and v.kind = 'refund' and v.ext_id = s.code))`,
  },
]
