import type { Rule } from './rule.ts'

// The rules of gifts that their givers ask back; read with the other rules, see checks.ts.

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
]
