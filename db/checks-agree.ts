import type { Rule } from './rule.ts'

// The rules of what becomes of money: withdrawals that treasurers must agree to, receipts, updates; read with the other rules, see checks.ts.

export const agreeRules: Rule[] = [
  {
    id: 'A1',
    says: 'nothing was sent without the yes of as many different treasurers as it needed, none of whom asked for it',
    count: `select count(*) from payout_requests p where p.status in ('approved', 'completed') and p.needs > (
      select count(distinct s.by) from payout_signatures s where s.whole = p.whole and s.verdict = 'yes' and s.by <> p.user_id)`,
  },
  {
    id: 'A2',
    says: 'no treasurer of a drive that had money when they joined counts within 24 hours',
    // A treasurer who helped before this could be chosen counts from the day on which they joined.
    count: `select count(*) from drive_helpers h
      where h.signs_since < h.accepted_at + interval '24 hours'
        and h.accepted_at > (select applied_at from migrations where name = '0465_signatures.sql')
        and exists (select from donations g where g.fund_drive_id = h.fund_drive_id and g.created_at < h.accepted_at)`,
  },
  {
    id: 'A3',
    says: 'no change of who must agree was made early, or while it was held',
    count: `select count(*) from money_changes c left join drive_helpers h on h.id = c.helper_id
      where c.state = 'done' and (c.ended_at < c.from_at or (c.held_at is not null and c.decided_by is null)
        or (c.ended_at < c.created_at + interval '24 hours'
          and case c.kind when 'number' then c.number < c.was when 'leaves' then c.asked_by <> h.user_id else true end))`,
  },
  {
    id: 'A4',
    says: 'receipts show no more of a withdrawal than was sent',
    // A withdrawal that was returned keeps its receipts.
    count: `select count(*) from (
        select fund_drive_id, whole, sum(amount) as shown from payout_receipts where undone_at is null group by 1, 2) r
      where r.shown > (select coalesce(sum(p.net), 0) from payout_requests p
        where p.whole = r.whole and p.fund_drive_id = r.fund_drive_id
          and exists (select from payout_events e where e.payout_id = p.id and e.kind = 'completed'))`,
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
