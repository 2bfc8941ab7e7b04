import type { Rule } from './rule.ts'

// The rules of gifts that their givers ask back, of papers and of the ceiling before them; read with the other rules, see checks.ts.

const nairobi = (at: string) => `(${at} at time zone 'Africa/Nairobi')::date`

/** No operator can choose more days: see app/kit/choices.ts. */
const mostDays = 60

export const accountRules: Rule[] = [
  {
    id: 'A5',
    says: 'no giver was given back a part of a gift, or one that was asked back past its days',
    count: `select count(*) from reversals r join payments p on p.id = r.payment_id
        left join donations g on g.payment_id = r.payment_id
      where r.asked_as = 'giver' and (g.id is null or r.amount <> p.amount or r.back_until is null
        or ${nairobi('r.created_at')} > r.back_until or r.back_until > ${nairobi('g.created_at')} + ${mostDays + 1})`,
  },
  {
    id: 'A9',
    says: 'no photo of a paper is kept past its day',
    // The clock deletes them every ten minutes.
    count: `select count(*) from papers where delete_at < now() - interval '1 hour'`,
  },
  {
    id: 'A10',
    says: 'no drive whose owner nobody had seen asked for more than the ceiling',
    // A request that was rejected since leaves less.
    count: `select count(*) from payout_requests p where p.status <> 'rejected' and counts_for_ceiling(p.destination) and p.ceiling < (
      select sum(o.amount) from payout_requests o where o.fund_drive_id = p.fund_drive_id and o.id <= p.id
        and o.status <> 'rejected' and counts_for_ceiling(o.destination))`,
  },
]
