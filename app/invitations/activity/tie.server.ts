import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings.server.ts'

// What a guest gives or says by their own link is known to come from them. The page that leads them on leaves the link in a
// cookie that only the pages of that drive get, for an hour; the screens there tie what was begun. Money knows nothing of it.

const name = 'guest'
const shape = /(?:^|; *)guest=([2-9a-km-np-z]{12})(?:;|$)/

/** Goes along to the pages of the drive that the guest is led to, and to no other. */
export const guestCookie = (link: string, slug: string): string =>
  `${name}=${link}; Path=/fundraiser/${slug}; Max-Age=3600; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** The link by which a visitor came to a drive's page; undefined for all others. */
export const guestIn = ({ headers }: Request): string | undefined => shape.exec(headers.get('cookie') ?? '')?.[1]

/** A guest who is about to give, as their hosts know them. */
export type GivingGuest = { name: string; phone: string | null; email: string | null }

/** The guest by whose link a visitor came to this drive's pages; undefined for all others. */
export async function guestGiving(db: Db, request: Request, slug: string): Promise<GivingGuest | undefined> {
  const link = guestIn(request)
  if (!link) return undefined
  const { rows } = await sql<GivingGuest>`select s.name, s.phone, s.email
    from supporters l join supporters s on s.id = coalesce(l.merged_into, l.id)
      join gatherings g on g.id = s.gathering_id join fund_drives d on d.id = g.fund_drive_id
    where l.link = ${link} and d.slug = ${slug} and s.forgotten_at is null`.execute(db)
  return rows[0]
}

/** What came: a payment by its reference, a pledge, a comment. */
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
 * Ties what was begun to the guest who holds the link: of the gathering that is beside that drive, and once. What is anonymous is
 * never tied, and leaves no trace. It is found in supporter_ties by the id of the payment, pledge or comment.
 * A pledge and a comment are tied in the transaction that writes them: both are kept, or neither. A gift is written before its
 * provider is asked, together with the gifts of others, who wait for no list of guests: it is tied afterwards, by a statement alone.
 * Where only the tie fails, the giver is not told that it failed, and the host may tie a gift by hand.
 */
export async function tieByLink(db: Db | Tx, link: string | undefined, what: TiedThing): Promise<void> {
  if (!link) return
  const inside = db.isTransaction
  if (inside) await sql`savepoint tie`.execute(db)
  try {
    // A list of guests that is being changed keeps nobody's comment waiting for longer.
    if (inside) await sql`set local lock_timeout = '3s'`.execute(db)
    await tie(db, link, what)
    if (inside) await sql`release savepoint tie`.execute(db)
  } catch (error) {
    // A database that is gone can't go back to the savepoint: then the whole request fails.
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
