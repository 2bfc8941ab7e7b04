import type { Db, Tx } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

/** The drive under this slug if visitors may do something there: it is active, and its owner is still with us. */
export async function activeDrive(db: Db | Tx, slug: string): Promise<{ id: string } | undefined> {
  if (!isSlug(slug)) return undefined
  return db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.slug', '=', slug)
    .where('d.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .select('d.id')
    .executeTakeFirst()
}
