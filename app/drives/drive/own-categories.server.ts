import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Category, OwnCategory, ShownCategory } from './drive.ts'
import { driveTexts } from './drive-texts.ts'

// Categories that operators add to the ten of the product. A drive in one of them has the category 'Other' in the database, and a column
// that names the operator's.

/** The operator's category of the drive `d` of a query; null for one of the ten. */
export const ownCategory = sql<OwnCategory | null>`(select json_build_object('id', o.id, 'en', o.english, 'sw', o.swahili)
  from own_categories o where o.id = d.own_category_id)`

/** The category of such a row as pages show it. */
export const shownCategory = (row: { category: Category; own_category: OwnCategory | null }): ShownCategory =>
  row.own_category ?? row.category

/** Returns the operator's categories that a drive may have: those that are not hidden, and the one that it has. */
export const ownCategoriesFor = (db: Db, has?: ShownCategory): Promise<OwnCategory[]> =>
  db
    .selectFrom('own_categories')
    .where((is) => is.or([is('hidden', '=', false), is('id', '=', typeof has === 'object' ? has.id : 0)]))
    .orderBy('place')
    .orderBy('id')
    .select(['id', 'english as en', 'swahili as sw'])
    .execute()

/**
 * Returns a drive's columns for the category that was chosen. Refuses an operator's category that is gone, or hidden since, unless the
 * drive has it already.
 */
export async function categoryValues(tx: Tx, chosen: Category | number, has: number | null = null) {
  if (typeof chosen === 'string') return { category: chosen, own_category_id: null }
  // The lock: it must not be removed or hidden at this moment.
  const own = await tx
    .selectFrom('own_categories')
    .where('id', '=', chosen)
    .select(['id', 'hidden'])
    .forShare()
    .executeTakeFirst()
  if (!own || (own.hidden && own.id !== has))
    throw new Refusal(driveTexts.categoryMissing, { status: 422, field: 'category' })
  return { category: 'Other' as const, own_category_id: own.id }
}
