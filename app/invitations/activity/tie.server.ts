import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings.server.ts'

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
