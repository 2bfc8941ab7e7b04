import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { ActivityKind, How, Thing, Untied } from './activity.ts'

// The things that came to the drive of a gathering, with the senders as far as they gave their names. Nothing anonymous.

/** The column of a tie for each kind. */
export const columnOf: Record<ActivityKind, string> = {
  gift: 'payment_id',
  pledge: 'pledge_id',
  recorded: 'recorded_id',
  visit: 'visit_id',
  comment: 'comment_id',
}

/** The number of things of each kind that are searched. Older ones are found by their guest's phone or address. */
const lookedThrough = 2000

const free = (column: string, id: string) =>
  sql`not exists (select from supporter_ties t where t.untied_at is null and t.${sql.raw(column)} = ${sql.ref(id)})`

/** Selects the untied things of the drive beside this gathering: kind, id, name, phone, email, amount, at. */
const untiedThings = (gatheringId: string) => {
  const drive = sql`(select fund_drive_id from gatherings where id = ${gatheringId})`
  return sql`(select * from (select 'gift' as kind, p.id::text as id, d.donor_name as name, nullif(p.donor_phone, '') as phone,
      nullif(lower(p.donor_email), '') as email, p.amount - p.reversed as amount, d.created_at as at
    from donations d join payments p on p.id = d.payment_id
    where d.fund_drive_id = ${drive} and not d.anonymous and not p.anonymous and p.amount > p.reversed and ${free('payment_id', 'p.id')}
    order by d.id desc limit ${lookedThrough}) gifts
  union all select * from (select 'pledge', p.id::text, p.name, p.phone, lower(p.email), p.amount, p.created_at from pledges p
    where p.fund_drive_id = ${drive} and not p.anonymous and p.state <> 'released' and ${free('pledge_id', 'p.id')}
    order by p.id desc limit ${lookedThrough}) pledged
  union all select * from (select 'recorded', r.id::text, r.name, r.phone, null::text, r.amount, r.created_at from recorded_gifts r
    where r.fund_drive_id = ${drive} and not r.anonymous and r.voided_at is null and ${free('recorded_id', 'r.id')}
    order by r.id desc limit ${lookedThrough}) recorded
  union all select * from (select 'visit', v.id::text, v.name, v.phone, lower(v.email), null::bigint, v.created_at from fund_drive_reservations v
    where v.fund_drive_id = ${drive} and v.status <> 'cancelled' and ${free('visit_id', 'v.id')}
    order by v.created_at desc limit ${lookedThrough}) visits)`
}

type Row = { kind: ActivityKind; id: string; name: string; amount: number | null; at: Date }
const thingOf = ({ kind, id, name, amount, at }: Row): Thing => ({ of: `${kind}-${id}`, kind, name, amount, at })

/** Reads the things that the host may tie to this guest: names like theirs first, then the newest. */
export async function thingsFor(db: Db, gatheringId: string, name: string): Promise<Thing[]> {
  const { rows } = await sql<Row>`select kind, id, name, amount, at from ${untiedThings(gatheringId)} w
    order by round(similarity(w.name, ${name})::numeric, 1) desc, at desc limit 50`.execute(db)
  return rows.map(thingOf)
}

/** Reads the newest gifts and pledges whose givers are not on the guest list. */
export async function gaveNotListed(db: Db, gatheringId: string): Promise<Untied[]> {
  const { rows } = await sql<Row & { guest: string | null }>`select kind, id, name, amount, at,
      (select s.id from supporters s where s.gathering_id = ${gatheringId} and lower(s.name) = lower(w.name)
        and s.merged_into is null and s.forgotten_at is null order by s.id limit 1) as guest
    from ${untiedThings(gatheringId)} w
    where w.name <> '' and w.kind <> 'visit' order by at desc, kind, id limit 100`.execute(db)
  return rows.map(({ guest, ...row }) => ({ ...thingOf(row), guest }))
}

/** Reads one thing with its sender; undefined if it was tied meanwhile, or is anonymous or of another drive. */
export async function untiedThing(tx: Tx, gatheringId: string, { kind, id }: { kind: ActivityKind; id: string }) {
  const { rows } = await sql<{ name: string; phone: string | null; email: string | null }>`
    select name, phone, email from ${untiedThings(gatheringId)} w where w.kind = ${kind} and w.id = ${id}`.execute(tx)
  return rows[0]
}

/** Reads the things tied to a guest, the newest first. */
export async function tiesOf(db: Db, supporterId: string) {
  const { rows } = await sql<{ tie: number; how: How } & Omit<Thing, 'of'>>`
    select t.id as tie, t.how, case when t.payment_id is not null then 'gift' when t.pledge_id is not null then 'pledge'
        when t.recorded_id is not null then 'recorded' when t.visit_id is not null then 'visit' else 'comment' end as kind,
      coalesce(d.donor_name, l.name, r.name, v.name, c.name, '') as name,
      coalesce(p.amount - p.reversed, l.amount, r.amount) as amount,
      coalesce(d.created_at, l.created_at, r.created_at, v.created_at, c.created_at) as at
    from supporter_ties t left join payments p on p.id = t.payment_id left join donations d on d.payment_id = p.id
      left join pledges l on l.id = t.pledge_id left join recorded_gifts r on r.id = t.recorded_id and r.voided_at is null
      left join fund_drive_reservations v on v.id = t.visit_id left join fund_drive_comments c on c.id = t.comment_id
    where t.supporter_id = ${supporterId} and t.untied_at is null
      and coalesce(d.created_at, l.created_at, r.created_at, v.created_at, c.created_at) is not null
    order by at desc, t.id desc limit 100`.execute(db)
  return rows
}
export type Tied = Awaited<ReturnType<typeof tiesOf>>[number]
