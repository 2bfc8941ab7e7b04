import type { Rule } from './rule.ts'

// The rules of gifts that their givers ask back, and of updates that followers are sent; read with the other rules, see checks.ts.

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
    id: 'A11',
    says: 'a drive begins one mailing of updates a day, nobody is sent one twice, and no phone has two texts of a drive in seven days',
    count: `select (select count(*) from (
        select from update_mailings where begun_on is not null group by fund_drive_id, begun_on having count(*) > 1) x)
      + (select count(*) from (select from update_sends group by mailing_id, follower_id having count(*) > 1) x)
      + (select count(*) from update_sends s join update_mailings m on m.id = s.mailing_id join followers f on f.id = s.follower_id
        where m.begun_on is null or f.fund_drive_id <> m.fund_drive_id)
      + (select count(*) from update_sends s join update_sends o on o.follower_id = s.follower_id and o.mailing_id > s.mailing_id
        where s.how = 'text' and o.how = 'text' and o.at < s.at + interval '7 days')`,
  },
]
