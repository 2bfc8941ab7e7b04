import type { Db, Tx } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

/** The drive under this slug if visitors may do something there: it is active, and its owner is with us and not shut out. */
export async function activeDrive(db: Db | Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(db, slug).executeTakeFirst() : undefined
}

/**
 * The same, and it stays so until the transaction ends. The lock closes two races: a drive that is paused at this moment
 * would get one more comment, and what is written below one that is being deleted would break on its way.
 */
export async function heldDrive(tx: Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(tx, slug).forKeyShare('d').executeTakeFirst() : undefined
}

const active = (db: Db | Tx, slug: string) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.slug', '=', slug)
    .where('d.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select('d.id')
