import type { Rule } from './rule.ts'

// The rules of the public books; read with the other rules, see checks.ts.

export const bookRules: Rule[] = [
  {
    id: 'A6',
    says: 'each movement of a closed day has one line with its sum, and no line is without one',
    count: `select count(*) from book_events e join books b on b.fund_drive_id = e.fund_drive_id
        full join book_lines l on l.source = e.source and l.source_id = e.source_id
      where case when l.n is null then e.at < (b.last_day::timestamp at time zone 'Africa/Nairobi')
        else (e.fund_drive_id, e.kind, e.amount, e.fee) is distinct from (l.fund_drive_id, l.kind, l.amount, l.fee) end`,
  },
  {
    id: 'A7',
    says: 'the lines of a book are numbered and added up without a gap, and all that moved is what its drive has',
    count: `select (select count(*) from (
        select l.n, l.balance, row_number() over lines as place, sum(l.amount) over lines as total
        from book_lines l window lines as (partition by l.fund_drive_id order by l.n)) x where n <> place or balance <> total)
      + (select count(*) from books b left join (
          select fund_drive_id, count(*) as n, sum(amount) as balance, sum(greatest(amount, 0)) as came_in from book_lines group by 1) l
          using (fund_drive_id)
        where (b.n, b.balance, b.came_in) is distinct from (coalesce(l.n, 0), coalesce(l.balance, 0), coalesce(l.came_in, 0)))
      + (select count(*) from wallets w
        left join (select fund_drive_id, sum(credit) as credit from wallet_deltas group by 1) x using (fund_drive_id)
        left join (select fund_drive_id, sum(amount) as amount from payout_requests where status = 'completed' group by 1) o using (fund_drive_id)
        left join (select fund_drive_id, sum(amount) as amount from book_events group by 1) e using (fund_drive_id)
        where w.credited + coalesce(x.credit, 0) - w.reversed - coalesce(o.amount, 0) + w.written_off <> coalesce(e.amount, 0))`,
  },
  {
    id: 'A8',
    says: 'each closed day has the fingerprint of its lines and of the days before it',
    count: `select count(*) from (
        select d.hash, f.slug, d.fund_drive_id as drive, d.day,
          coalesce(lag(d.hash) over (partition by d.fund_drive_id order by d.day), repeat('0', 64)) as before
        from book_days d join fund_drives f on f.id = d.fund_drive_id) x
      where x.hash <> book_hash(x.slug, x.drive, x.day, x.before)`,
  },
]
