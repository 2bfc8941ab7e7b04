import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type CategoryTyped, categoryTexts } from './own-category.ts'

const most = 40

/** Returns all categories that operators added, in their order, with whether any drive has each. */
export const ownCategories = (db: Db) =>
  db
    .selectFrom('own_categories as o')
    .orderBy('o.place')
    .orderBy('o.id')
    .select(['o.id', 'o.english', 'o.swahili', 'o.place', 'o.hidden'])
    .select(sql<boolean>`exists (select from fund_drives d where d.own_category_id = o.id)`.as('used'))
    .execute()
export type OwnCategoryNow = Awaited<ReturnType<typeof ownCategories>>[number]

type Decided = { by: Actor; why: string }

export const addCategory = (db: Db, typed: CategoryTyped, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    const { count } = await tx
      .selectFrom('own_categories')
      .select((make) => make.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= most) throw new Refusal(categoryTexts.tooMany)
    await refuseTaken(tx, typed)
    const made = await tx.insertInto('own_categories').values(typed).returning('id').executeTakeFirstOrThrow()
    await record(tx, { ...decided, act: 'category changed', noun: 'category', subject: made.id, after: { ...typed } })
  })

/** Changes names, place, or whether new drives can choose it. Drives that have it show the new name: a trigger tells of them. */
export const changeCategory = (db: Db, id: number, typed: CategoryTyped, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    const before = await locked(tx, id)
    await refuseTaken(tx, typed, id)
    await tx.updateTable('own_categories').set(typed).where('id', '=', id).execute()
    const facts = { before, after: { ...typed } }
    await record(tx, { ...decided, act: 'category changed', noun: 'category', subject: id, ...facts })
  })

/** Removes a category that no drive has. */
export const removeCategory = (db: Db, id: number, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    const before = await locked(tx, id)
    const used = await tx.selectFrom('fund_drives').where('own_category_id', '=', id).select('id').limit(1).execute()
    if (used.length > 0) throw new Refusal(categoryTexts.used)
    await tx.deleteFrom('own_categories').where('id', '=', id).execute()
    await record(tx, { ...decided, act: 'category changed', noun: 'category', subject: id, before, after: {} })
  })

/** Runs changes one after the other: of two that take one name the second is refused with words. */
const changing = (db: Db, does: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('own categories', 0))`.execute(tx)
    await does(tx)
  })

async function locked(tx: Tx, id: number): Promise<CategoryTyped> {
  const row = await tx
    .selectFrom('own_categories')
    .where('id', '=', id)
    .select(['english', 'swahili', 'place', 'hidden'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(categoryTexts.gone)
  return row
}

async function refuseTaken(tx: Tx, { english, swahili }: CategoryTyped, except = 0) {
  const taken = await tx
    .selectFrom('own_categories')
    .where('id', '<>', except)
    .select([sql<boolean>`lower(english) = lower(${english})`.as('english')])
    .where((is) =>
      is.or([sql<boolean>`lower(english) = lower(${english})`, sql<boolean>`lower(swahili) = lower(${swahili})`]),
    )
    .executeTakeFirst()
  if (taken) throw new Refusal(categoryTexts.taken, { status: 422, field: taken.english ? 'english' : 'swahili' })
}
