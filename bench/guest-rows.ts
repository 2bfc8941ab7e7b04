import type pg from 'pg'
import { grownDrives } from './list-drives.ts'

// Gatherings with many guests, made by the database itself.

const link = `'b' || lpad(translate(n::text, '01', 'xy'), 11, 'a')`

/** 5,000 guests beside a drive of 6,000 gifts, in all states from invited to thanked, with some 11,000 things that came from them. */
export async function longLine(db: pg.Pool, email: string, guests = 5000): Promise<string> {
  const [drive] = await grownDrives(db, email, [6000])
  await gathering(db, { email, slug: 'line', driveId: drive!.id })
  await db.query(
    `insert into supporters (gathering_id, name, phone, groups, link, language, origin, sent_at, seen_on, thanked_at)
     select g.id, (array['Amina','Otieno','Wanjiru','Fatuma','Njeri','Kamande','Akinyi','Baraka'])[1 + n % 8] || ' Guest ' || n,
       '+2547' || lpad(n::text, 8, '0'), array[(array['Family','Church','Work','Friends'])[1 + n % 4]], ${link}, 'en', 'host',
       case when n % 10 > 0 then now() - interval '9 days' end, case when n % 10 > 1 then current_date - 8 end,
       case when n % 9 = 0 then now() end
     from gatherings g, generate_series(1, $1::int) n where g.slug = 'line'`,
    [guests],
  )
  // Half come, a sixth may come, a sixth can't, a sixth has said nothing.
  await db.query(
    `insert into invitations (occasion_id, supporter_id, seats, state, adults, children, gives, answered_at, answered_version, code)
     select o.id, s.id, 4, x.state, x.party, x.party - 1, x.state = 'no' and n % 2 = 0, case when x.state <> 'invited' then now() end,
       case when x.state <> 'invited' then o.version end, 'B' || lpad(translate(n::text, '01', 'XY'), 5, 'A')
     from gatherings g join occasions o on o.gathering_id = g.id join supporters s on s.gathering_id = g.id,
       lateral (select split_part(s.name, ' ', 3)::int as n) one,
       lateral (select (array['yes','yes','yes','maybe','no','invited'])[1 + n % 6] as state) y,
       lateral (select y.state, case when y.state in ('yes', 'maybe') then 1 + n % 3 end as party) x
     where g.slug = 'line'`,
  )
  await db.query(
    `update occasion_seats z set taken = (select coalesce(sum(i.adults + i.children), 0) from invitations i
       where i.occasion_id = z.occasion_id and i.state in ('yes', 'offered'))`,
  )
  await db.query(
    `insert into pledges (fund_drive_id, name, phone, amount, source, agreed, token_hash, client_key)
     select $1, s.name, s.phone, 200000, 'giver', true, md5(s.id::text) || md5(s.id::text), gen_random_uuid()
     from supporters s join gatherings g on g.id = s.gathering_id where g.slug = 'line' and split_part(s.name, ' ', 3)::int % 5 < 3`,
    [drive!.id],
  )
  await db.query(
    `insert into recorded_gifts (fund_drive_id, amount, method, name, phone, given_on, recorded_by, receipt, client_key)
     select d.id, 50000, 'cash', s.name, s.phone, current_date - 2, d.user_id, upper(substr(md5(s.id::text), 1, 16)), gen_random_uuid()
     from fund_drives d, supporters s join gatherings g on g.id = s.gathering_id
     where d.id = $1 and g.slug = 'line' and split_part(s.name, ' ', 3)::int % 5 in (1, 3)`,
    [drive!.id],
  )
  await db.query(
    `insert into supporter_ties (supporter_id, pledge_id, how)
     select s.id, p.id, 'phone' from pledges p join supporters s on s.phone = p.phone where p.fund_drive_id = $1`,
    [drive!.id],
  )
  await db.query(
    `insert into supporter_ties (supporter_id, recorded_id, how)
     select s.id, r.id, 'phone' from recorded_gifts r join supporters s on s.phone = r.phone where r.fund_drive_id = $1`,
    [drive!.id],
  )
  // Every second guest gave through us, most of them more than once.
  await db.query(
    `with guest as (select s.id, row_number() over (order by s.link) as nr from supporters s join gatherings g on g.id = s.gathering_id
         where g.slug = 'line' and split_part(s.name, ' ', 3)::int % 2 = 0),
       gift as (select id, row_number() over (order by id) as nr from payments where fund_drive_id = $1 and not anonymous)
     insert into supporter_ties (supporter_id, payment_id, how)
     select guest.id, gift.id, 'link' from gift join guest on guest.nr = 1 + gift.nr % (select count(*) from guest)`,
    [drive!.id],
  )
  await db.query(
    `with door as (insert into doors (occasion_id, name, join_until) select o.id, 'Gate', now() from occasions o join gatherings g on g.id = o.gathering_id
         where g.slug = 'line' returning id, occasion_id)
     insert into arrivals (id, occasion_id, door_id, nr, kind, invitation_id, people, how, saw, phone_at, at)
     select gen_random_uuid(), door.occasion_id, door.id, row_number() over (order by i.id), 'in', i.id, i.adults + i.children, 'scan', 'good', now(), now()
     from door join invitations i on i.occasion_id = door.occasion_id where i.state = 'yes'`,
  )
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ ties: number }>('select count(*)::int as ties from supporter_ties')
  return `${guests} guests, ${rows[0]!.ties} things that came from them`
}

/** A gathering with one occasion of so many seats, and the links of its guests. */
export async function manyInvited(db: pg.Pool, email: string, guests: number, seats: number): Promise<string[]> {
  await gathering(db, { email, slug: 'answers', seats })
  const { rows } = await db.query<{ link: string }>(
    `insert into supporters (gathering_id, name, link, language, origin)
     select g.id, 'Guest ' || n, 'c' || lpad(translate(n::text, '01', 'xy'), 11, 'a'), 'en', 'host'
     from gatherings g, generate_series(1, $1::int) n where g.slug = 'answers' returning link`,
    [guests],
  )
  await db.query(
    `insert into invitations (occasion_id, supporter_id, seats, state, code)
     select o.id, s.id, 4, 'invited', 'C' || lpad(translate(split_part(s.name, ' ', 2), '01', 'XY'), 5, 'A')
     from gatherings g join occasions o on o.gathering_id = g.id join supporters s on s.gathering_id = g.id where g.slug = 'answers'`,
  )
  await db.query('analyze')
  return rows.map((row) => row.link)
}

async function gathering(
  db: pg.Pool,
  {
    email,
    slug,
    driveId = null,
    seats = null,
  }: { email: string; slug: string; driveId?: string | null; seats?: number | null },
): Promise<void> {
  await db.query(
    `insert into gatherings (user_id, slug, title, hosts, style, language, fund_drive_id)
     select id, $2, 'A night for Mama', 'The family', 'solemn', 'en', $3 from users where email = $1`,
    [email, slug, driveId],
  )
  await db.query(
    `insert into occasions (gathering_id, no, kind, name, zone, starts_local, place, party_most, plus_ones, capacity)
     select id, 1, 'fundraising', 'The night', 'Africa/Nairobi', now() + interval '30 days', 'Karen', 8, 5, $2::int
     from gatherings where slug = $1`,
    [slug, seats],
  )
}
