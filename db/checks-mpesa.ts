import { type Rule, total } from './rule.ts'

// What must be true of requests on phones and of M-Pesa's codes; read with the other rules, see checks.ts.

export const mpesaRules: Rule[] = [
  {
    id: 'I17',
    says: 'an M-Pesa code that has a place has one, of its amount',
    count: `select count(*) from mpesa_receipts r left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
      where (r.state = 'placed' and (p.status <> 'succeeded' or p.provider <> 'mpesa' or p.amount <> r.amount))
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
    id: 'I26',
    says: 'no question to M-Pesa is open for a day without a person who knows of it',
    count: `select count(*) from mpesa_asks where state in ('open', 'late') and asked_at < now() - interval '25 hours'
      and not exists (select from recon_breaks b where b.kind = 'a question without an answer' and b.subject = what || ' ' || mpesa_asks.subject)`,
  },
]
