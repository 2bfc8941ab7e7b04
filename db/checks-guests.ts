import type { Rule } from './rule.ts'

// What must be true of seats, offers and answers; read with the other rules, see checks.ts.

/** Offers go out by themselves until six hours before the beginning, or before the end of answers. */
const offersGoOut = `least(o.starts_at, coalesce(o.answers_until, o.starts_at)) > now() + interval '6 hours'`

export const guestRules: Rule[] = [
  {
    id: 'G1',
    says: 'the seats that are taken are the people of those who come and of offers',
    count: `select count(*) from occasion_seats s
      left join (select occasion_id, sum(adults + children) as people from invitations
        where state in ('yes', 'offered') group by 1) i using (occasion_id)
      where s.taken <> coalesce(i.people, 0)`,
  },
  {
    id: 'G2',
    says: 'no offer is open five minutes after its end',
    count: `select count(*) from invitations i join occasions o on o.id = i.occasion_id
        join gatherings g on g.id = o.gathering_id join users u on u.id = g.user_id
      where i.state = 'offered' and i.offer_until < now() - interval '5 minutes'
        and g.status <> 'stopped' and u.deleted_at is null and u.suspended_at is null`,
  },
  {
    id: 'G3',
    says: 'nobody waits whose party fits the free seats, before the last six hours',
    count: `select count(*) from invitations i join occasions o on o.id = i.occasion_id
        join occasion_seats s on s.occasion_id = o.id
        join gatherings g on g.id = o.gathering_id join users u on u.id = g.user_id
      where i.state = 'waiting' and o.status = 'planned' and ${offersGoOut}
        and (o.capacity is null or s.taken + i.adults + i.children <= o.capacity)
        and g.status = 'open' and u.deleted_at is null and u.suspended_at is null`,
  },
  {
    id: 'G4',
    says: 'no guest has a tie to what is anonymous, or to another drive than the one of their gathering',
    count: `select count(*) from supporter_ties t join supporters s on s.id = t.supporter_id join gatherings g on g.id = s.gathering_id
        left join payments p on p.id = t.payment_id left join donations d on d.payment_id = p.id
        left join pledges l on l.id = t.pledge_id
        left join recorded_gifts r on r.id = t.recorded_id left join fund_drive_reservations v on v.id = t.visit_id
        left join fund_drive_comments c on c.id = t.comment_id
      where coalesce(p.anonymous or coalesce(d.anonymous, false), l.anonymous, r.anonymous, false) or g.fund_drive_id is distinct from
        coalesce(p.fund_drive_id, l.fund_drive_id, r.fund_drive_id, v.fund_drive_id, c.fund_drive_id)`,
  },
  {
    id: 'G5',
    says: 'what a door took back, the same door had let in',
    count: `select count(*) from arrivals u left join arrivals a on a.id = u.undoes
      where u.kind = 'undo' and (a.id is null or a.kind <> 'in' or a.door_id <> u.door_id)`,
  },
  {
    id: 'G6',
    says: 'no message to a guest is under way for twenty minutes, but for texts that wait for the morning',
    count: `select count(*) from message_lines l
      where l.state = 'sending' and l.at < now() - interval '20 minutes'
        and not exists (select from sms_outbox o where o.key = 'message ' || l.id and o.state = 'waiting')`,
  },
  {
    id: 'G7',
    says: 'only calendars of guests with an email address have an occasion',
    count: `select count(*) from invitations i join supporters s on s.id = i.supporter_id
      where i.in_calendar and s.email is null`,
  },
  {
    id: 'G8',
    says: 'every occasion has its row of seats, and where there is a door a key that signs passes',
    count: `select count(*) from occasions o where not exists (select from occasion_seats s where s.occasion_id = o.id)
      or (exists (select from doors d where d.occasion_id = o.id)
        and not exists (select from occasion_keys k where k.occasion_id = o.id and k.retired_at is null))`,
  },
  {
    id: 'G9',
    says: 'an invitation is as its last step says',
    count: `select count(*) from invitations i
      left join lateral (select a.state, a.adults, a.children from answers a
        where a.invitation_id = i.id order by a.id desc limit 1) a on true
      where (i.state, i.adults, i.children) is distinct from (coalesce(a.state, 'invited'), a.adults, a.children)`,
  },
  {
    id: 'G10',
    says: 'each gift that stays is one of a person of its drive, and nobody has others',
    count: `select (select count(*) from donations d left join drive_givers g on g.id = d.giver_id
        where g.fund_drive_id is distinct from d.fund_drive_id)
      + (select count(*) from recorded_gifts r left join drive_givers g on g.id = r.giver_id
        where g.fund_drive_id is distinct from r.fund_drive_id)
      + (select count(*) from drive_givers g
        left join (select d.giver_id, count(*) as gifts from donations d join payments p on p.id = d.payment_id
          where p.reversed < p.amount group by 1) d on d.giver_id = g.id
        left join (select giver_id, count(*) as gifts from recorded_gifts where voided_at is null group by 1) r on r.giver_id = g.id
        where g.gifts <> coalesce(d.gifts, 0) or g.recorded <> coalesce(r.gifts, 0))`,
  },
]
