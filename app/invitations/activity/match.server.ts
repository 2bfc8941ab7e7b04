import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'

// Ties things that came to a drive from the phone or address of one guest of its gathering. Never ties anonymous
// things, things that fit two guests, or things that the host has untied.

type Kind = { column: string; rows: (drive: string) => RawBuilder<unknown> }

const untied = (column: string) => sql`not exists (select from supporter_ties t where t.${sql.raw(column)} = w.id)`

/** The queries of each kind of thing: the id, and the phone and email of the sender. */
const kinds: Kind[] = [
  {
    column: 'payment_id',
    rows: (drive) => sql`select w.id, w.donor_phone as phone, lower(w.donor_email) as email
      from payments w join donations d on d.payment_id = w.id
      where d.fund_drive_id = ${drive} and not w.anonymous and not d.anonymous and ${untied('payment_id')}`,
  },
  {
    column: 'pledge_id',
    rows: (drive) => sql`select w.id, w.phone, lower(w.email) as email from pledges w
      where w.fund_drive_id = ${drive} and not w.anonymous and ${untied('pledge_id')}`,
  },
  {
    column: 'recorded_id',
    rows: (drive) => sql`select w.id, w.phone, null as email from recorded_gifts w
      where w.fund_drive_id = ${drive} and not w.anonymous and w.voided_at is null and ${untied('recorded_id')}`,
  },
  {
    column: 'visit_id',
    rows: (drive) => sql`select w.id, w.phone, lower(w.email) as email from fund_drive_reservations w
      where w.fund_drive_id = ${drive} and w.status <> 'cancelled' and ${untied('visit_id')}`,
  },
]

/** Ties all things of drives with a gathering, until three months after the last occasion. Returns how many ties that made. */
export async function matchSupporters(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string; drive: string }>`
    select g.id, g.fund_drive_id as drive from gatherings g
    where g.fund_drive_id is not null and g.status <> 'stopped' and exists (select from supporters s where s.gathering_id = g.id)
      and coalesce((select max(coalesce(o.ends_at, o.starts_at)) from occasions o where o.gathering_id = g.id), g.created_at)
        > ${now}::timestamptz - interval '90 days'`.execute(db)
  let made = 0
  for (const { id, drive } of rows) made += await matchOne(db, id, drive)
  return made
}

const matchOne = (db: Db, gatheringId: string, drive: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    let made = 0n
    for (const { column, rows } of kinds) {
      const tied = await sql`insert into supporter_ties (supporter_id, ${sql.ref(column)}, how)
        select (array_agg(m.supporter))[1], m.id, case when bool_or(m.by_phone) then 'phone' else 'email' end
        from (with came as materialized (${rows(drive)}), guests as (select s.id, s.phone, lower(s.email) as email
            from supporters s where s.gathering_id = ${gatheringId} and s.merged_into is null and s.forgotten_at is null)
          select w.id, s.id as supporter, true as by_phone from came w join guests s on s.phone = w.phone
          union all select w.id, s.id, false from came w join guests s on s.email = w.email) m
        group by m.id having count(distinct m.supporter) = 1
        on conflict do nothing`.execute(tx)
      made += tied.numAffectedRows ?? 0n
    }
    if (made > 0n) await tell(tx, `gathering:${gatheringId}`)
    return Number(made)
  })
