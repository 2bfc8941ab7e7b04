import { type RawBuilder, sql } from 'kysely'
import { isGuestListed, listGuest } from '#app/invitations/guests/add.server.ts'
import { lockGuest } from '#app/invitations/guests/host.server.ts'
import { guestNameMax } from '#app/invitations/guests/invitation.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { type ActivityKind, activityTexts } from './activity.ts'
import { columnOf, untiedThing } from './things.server.ts'

// Ties a guest's gifts and words to them when they come by their own link. The page that leads them on leaves the link in a cookie that
// only the pages of that drive get, for an hour; the screens there tie the things that were begun. The money code knows nothing of it.

const name = 'guest'
const shape = /(?:^|; *)guest=([2-9a-km-np-z]{12})(?:;|$)/

/** Makes the cookie for the pages of the drive that the guest is led to, and for no other. */
export const guestCookie = (link: string, slug: string): string =>
  `${name}=${link}; Path=/fundraiser/${slug}; Max-Age=3600; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** Returns the link by which a visitor came to a drive's page; undefined for all others. */
export const guestIn = ({ headers }: Request): string | undefined => shape.exec(headers.get('cookie') ?? '')?.[1]

/** A guest who is about to give, as their hosts know them. */
export type GivingGuest = { name: string; phone: string | null; email: string | null }

/** Finds the guest by whose link a visitor came to this drive's pages; undefined for all others. */
export async function guestGiving(db: Db, request: Request, slug: string): Promise<GivingGuest | undefined> {
  const link = guestIn(request)
  if (!link) return undefined
  const { rows } = await sql<GivingGuest>`select s.name, s.phone, s.email
    from supporters l join supporters s on s.id = coalesce(l.merged_into, l.id)
      join gatherings g on g.id = s.gathering_id join fund_drives d on d.id = g.fund_drive_id
    where l.link = ${link} and d.slug = ${slug} and s.forgotten_at is null`.execute(db)
  return rows[0]
}

/** The thing to tie: a payment by its reference, a pledge, a comment. */
export type TiedThing = { payment: string } | { pledge: number } | { comment: number }

const came = (what: TiedThing) => {
  if ('payment' in what)
    return {
      column: sql.ref('payment_id'),
      rows: sql`select id, fund_drive_id from payments where reference = ${what.payment} and kind = 'donation' and not anonymous`,
    }
  if ('pledge' in what)
    return {
      column: sql.ref('pledge_id'),
      rows: sql`select id, fund_drive_id from pledges where id = ${what.pledge} and not anonymous`,
    }
  return {
    column: sql.ref('comment_id'),
    rows: sql`select id, fund_drive_id from fund_drive_comments where id = ${what.comment}`,
  }
}

/**
 * Ties a thing to the guest who holds the link, in the gathering beside that drive, and once. Anonymous things are
 * never tied, and leave no trace. The tie is in supporter_ties under the id of the payment, pledge or comment. A pledge
 * and a comment are tied in the transaction that writes them: both are kept, or neither. A gift is written before its
 * provider is asked, together with gifts of others, who must not wait for a guest list: it is tied afterwards, by a
 * statement alone. If only the tie fails, the giver sees no error, and the host may tie a gift by hand.
 */
export async function tieByLink(db: Db | Tx, link: string | undefined, what: TiedThing): Promise<void> {
  if (!link) return
  const inside = db.isTransaction
  if (inside) await sql`savepoint tie`.execute(db)
  try {
    // Limits how long a comment waits while the guest list is being changed.
    if (inside) await sql`set local lock_timeout = '3s'`.execute(db)
    await tie(db, link, what)
    if (inside) await sql`release savepoint tie`.execute(db)
  } catch (error) {
    // A lost database connection can't roll back to the savepoint: the whole request then fails.
    if (inside) await sql`rollback to savepoint tie`.execute(db)
    log.warn({ err: error }, 'what came by a link is not tied')
  }
}

async function tie(db: Db | Tx, link: string, what: TiedThing): Promise<void> {
  const { column, rows } = came(what)
  await sql`insert into supporter_ties (supporter_id, ${column}, how)
    select s.id, w.id, 'link' from supporters l join supporters s on s.id = coalesce(l.merged_into, l.id)
      join gatherings g on g.id = s.gathering_id join (${rows}) w on w.fund_drive_id = g.fund_drive_id
    where l.link = ${link} and s.forgotten_at is null for share of s
    on conflict do nothing`.execute(db)
}

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

// A host's corrections of the guests to whom gifts and pledges belong.

type Which = { kind: ActivityKind; id: string }

/** Ties a gift, a pledge or a visit to this guest. */
export const tieByHand = (db: Db, mine: Hosting, guest: string, which: Which): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, guest)
    if (!(await untiedThing(tx, gathering.id, which))) throw new Refusal(activityTexts.thingMissing, { status: 409 })
    await tieTo(tx, guest, which)
  })

/** Ties a thing, also one that was untied before. If two hosts tie it at once, the second is refused. */
async function tieTo(tx: Tx, guest: string, { kind, id }: Which): Promise<void> {
  const column = sql.ref(columnOf[kind])
  const type = sql.raw(kind === 'visit' ? 'uuid' : 'bigint')
  const { numAffectedRows } = await sql`insert into supporter_ties (supporter_id, ${column}, how)
    values (${guest}, ${id}::${type}, 'host')
    on conflict (${column}) do update set supporter_id = excluded.supporter_id, how = 'host', untied_at = null, at = now()
      where supporter_ties.untied_at is not null`.execute(tx)
  if (numAffectedRows !== 1n) throw new Refusal(activityTexts.thingMissing, { status: 409 })
}

/** Unties a thing that did not come from this guest. */
export const untie = (db: Db, mine: Hosting, guest: string, tie: number): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, guest)
    const { numUpdatedRows } = await tx
      .updateTable('supporter_ties')
      .set({ untied_at: sql<Date>`now()` })
      .where('id', '=', tie)
      .where('supporter_id', '=', guest)
      .where('untied_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(activityTexts.tieMissing, { status: 409 })
  })

/** Adds the giver to the guest list, with the gift. A giver whose number is on the list is not added twice. */
export const listGiver = (db: Db, mine: Hosting, which: Which): Promise<{ id: string }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const thing = await untiedThing(tx, gathering.id, which)
    if (!thing?.name || which.kind === 'visit') throw new Refusal(activityTexts.thingMissing, { status: 409 })
    const { phone, email } = thing
    const known = phone && (await isGuestListed(tx, gathering.id, phone))
    const person = { name: oneLine(thing.name).slice(0, guestNameMax).trim(), phone, email }
    const { id } = known || (await listGuest(tx, gathering.id, person, which.kind === 'pledge' ? 'pledge' : 'gift'))
    await tieTo(tx, id, which)
    return { id }
  })
