import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { type PackageTyped, packageTexts } from '#app/drives/views/package.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'

// Packages are never rewritten: a change closes the old one and opens another of its name. Credits and payments name the
// one they were bought with, so what was agreed stays what it was.

const most = 12

/** Returns the packages on sale, cheapest first; Free is the first. */
export const packagesNow = (db: Db) =>
  db
    .selectFrom('subscription_packages')
    .where('status', '=', 'active')
    .orderBy('amount')
    .orderBy('id')
    .select(['id', 'name', 'description', 'amount', 'views'])
    .execute()
export type PackageNow = Awaited<ReturnType<typeof packagesNow>>[number]

type Decided = { by: Actor; why: string }

/** Opens a package to buyers. */
export const addPackage = (db: Db, typed: PackageTyped, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    refuseViews(typed)
    const { count } = await tx
      .selectFrom('subscription_packages')
      .where('status', '=', 'active')
      .select((make) => make.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= most) throw new Refusal(packageTexts.tooMany)
    const id = await open(tx, typed)
    await record(tx, { ...decided, act: 'package changed', noun: 'package', subject: id, after: { ...typed } })
  })

/** Replaces a package. The free one keeps its name and its price: new drives find it by them. */
export const changePackage = (db: Db, id: string, typed: PackageTyped, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    const before = await close(tx, id)
    const { id: _, ...was } = before
    const isFree = before.amount === 0
    if (isFree !== (typed.amount === 0)) throw new Refusal(packageTexts.freeOrNot, { status: 422, field: 'amount' })
    refuseViews(typed)
    const next = isFree ? { ...typed, name: before.name } : typed
    const made = await open(tx, next)
    const facts = { before: { ...was }, after: { ...next } }
    await record(tx, { ...decided, act: 'package changed', noun: 'package', subject: made, ...facts })
  })

/** The most free views of a new drive. */
const mostFree = 10_000

/** Refuses a number of views that does not fit: the free package may have none, those for sale have some. */
function refuseViews({ amount, views }: PackageTyped): void {
  if (amount > 0 && views === 0) throw new Refusal(packageTexts.views, { status: 422, field: 'views' })
  if (amount === 0 && views > mostFree) throw new Refusal(packageTexts.freeViews, { status: 422, field: 'views' })
}

/** Takes it from sale. A person who has bought it keeps it. */
export const closePackage = (db: Db, id: string, decided: Decided): Promise<void> =>
  changing(db, async (tx) => {
    const { id: _, ...was } = await close(tx, id)
    if (was.amount === 0) throw new Refusal(packageTexts.freeStays)
    await record(tx, { ...decided, act: 'package changed', noun: 'package', subject: id, before: was, after: {} })
  })

/** Runs changes one after the other: of two changes to one package the second finds it closed. */
const changing = (db: Db, does: (tx: Tx) => Promise<void>): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('packages', 0))`.execute(tx)
      await does(tx)
    })
    .then(() => readChoices(db))

async function close(tx: Tx, id: string) {
  const row = await tx
    .updateTable('subscription_packages')
    .set({ status: 'inactive', closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning(['id', 'name', 'description', 'amount', 'views'])
    .executeTakeFirst()
  if (!row) throw new Refusal(packageTexts.changedMeanwhile)
  return row
}

async function open(tx: Tx, { name, description, amount, views }: PackageTyped): Promise<string> {
  const row = await tx
    .insertInto('subscription_packages')
    .values({ name, description, amount, views })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal(packageTexts.nameTaken, { status: 422, field: 'name' })
  return row.id
}
