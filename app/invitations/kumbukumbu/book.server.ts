import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { data } from 'react-router'
import { phoneWhole } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import { idIn } from '#app/kit/web-address.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { listOf, pageOfRows } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { bookView, type HouseholdRow } from './book-list.tsx'
import { type Household, kumbukumbuTexts, mostHouseholds } from './kumbukumbu.ts'

// A person's changes to their own book. Every query goes through the owner: another person's household is missing.

/**
 * Adds one household. A form that is sent twice adds one. Refuses a form with other contents under the same key:
 * another household needs its own key.
 */
export const addHousehold = (
  db: Db,
  owner: string,
  { key, ...household }: Household & { key: string },
): Promise<void> =>
  inOneGo(db, async (tx) => {
    await lockBook(tx, owner)
    const before = await tx
      .selectFrom('remembered')
      .where('user_id', '=', owner)
      .where('once', '=', key)
      .select(['name', 'phone', 'what', sql<string | null>`day::text`.as('day'), 'people', 'gave', 'words'])
      .executeTakeFirst()
    if (before && !isDeepStrictEqual(before, household)) throw usedForAnother(kumbukumbuTexts.another)
    if (before) return
    await refuseFull(tx, owner)
    await tx
      .insertInto('remembered')
      .values({ ...household, user_id: owner, once: key })
      .execute()
    await tell(tx, `person:${owner}`)
  })

type Saved = Household & { id: string; version: number }

/** Saves one household, or refuses when another window saved it meanwhile. */
export const saveHousehold = (db: Db, owner: string, { id, version, ...household }: Saved): Promise<void> =>
  inOneGo(db, async (tx) => {
    const before = await tx
      .selectFrom('remembered')
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .select('version')
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal(kumbukumbuTexts.missing, { status: 404 })
    if (before.version !== version) throw new Refusal(kumbukumbuTexts.stale, { code: 'changed meanwhile' })
    await tx
      .updateTable('remembered')
      .set({ ...household, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await tell(tx, `person:${owner}`)
  })

export const removeHousehold = (db: Db, owner: string, id: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('remembered')
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal(kumbukumbuTexts.missing, { status: 404 })
    await tell(tx, `person:${owner}`)
  })

/** Reads one household for the form that changes it; `known`: the known gifts of its guest, in cents. */
export async function householdOf(db: Db, owner: string, id: string) {
  const row = await db
    .selectFrom('remembered as r')
    .where('r.user_id', '=', owner)
    .where('r.id', '=', id)
    .select(['r.id', 'r.name', 'r.phone', 'r.what', 'r.people', 'r.gave', 'r.words', 'r.version'])
    .select([sql<string | null>`r.day::text`.as('day'), known.as('known')])
    .executeTakeFirst()
  return row && { ...row, phone: row.phone && phoneWhole(row.phone) }
}
export type HouseholdSeen = NonNullable<Awaited<ReturnType<typeof householdOf>>>

/** The known gifts of the guest, without anonymous ones; null if there are none. Computed at each read. */
const known = sql<number | null>`(select sum(x.amount)::bigint from guest_paid x where x.supporter_id = r.supporter_id)`

/** Locks a book: its writers wait for each other, so that the book never exceeds its limit, and a form counts once. */
export const lockBook = (tx: Tx, owner: string) =>
  tx.selectFrom('users').where('id', '=', owner).select('id').forNoKeyUpdate().execute()

/** Counts the households in a person's book. */
export async function countHouseholds(db: Db | Tx, owner: string): Promise<number> {
  const { n } = await db
    .selectFrom('remembered')
    .where('user_id', '=', owner)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function refuseFull(tx: Tx, owner: string): Promise<void> {
  if ((await countHouseholds(tx, owner)) >= mostHouseholds) throw new Refusal(kumbukumbuTexts.full)
}

const sorts = { name: { by: sql`lower(r.name)`, kind: 'text' } } as const

/** The book of one person, by name. */
export const bookList = listOf<HouseholdRow, typeof bookView.fields, 'name', undefined, { personId: string }>({
  view: bookView,
  sorts,
  order: () => 'asc',
  async read(db, { personId, filter, list }, size) {
    const query = db
      .selectFrom('remembered as r')
      .where('r.user_id', '=', personId)
      .$if(filter.search !== '', (all) => all.where('r.name', 'ilike', containing(filter.search)))
      .select(['r.id', 'r.name', 'r.phone', 'r.what', 'r.people', 'r.words'])
      .select([
        sql<string | null>`r.day::text`.as('day'),
        sql<number | null>`coalesce(r.gave, ${known})::bigint`.as('gave'),
      ])
    const id = { column: sql.ref('r.id'), kind: 'uuid' } as const
    const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
    return { rows: rows.map((row) => ({ ...row, phone: row.phone && phoneWhole(row.phone) })), next }
  },
})

/** Returns the household in an address. An invalid id is missing. */
export function householdIn({ household }: { household?: string | undefined }): string {
  const id = idIn(household ?? null)
  if (!id) throw data(null, { status: 404 })
  return id
}
