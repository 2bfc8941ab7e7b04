import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { owingNow } from './debts.server.ts'
import { type DebtTotals, debtsView } from './debts-list.tsx'

const sorts = {
  since: { by: sql.ref('o.since'), kind: 'moment' },
  debt: { by: sql.ref('o.debt'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('o.driveId'), kind: 'uuid' } as const

/** The list of debts, the oldest first. */
export const debtsList = adminList({
  view: debtsView,
  noun: 'drive',
  file: 'debts',
  looks: false,
  found: ({ search, state }) => ({ ...(search && { search }), ...(state && { state }), mark: 'owes' }),
  sorts,
  order: () => 'asc',
  read: (db, { filter, list }, size) =>
    pageOfRows(owingNow(db).where(foundBy(filter)).selectAll(), { sorts, asked: list, id, size }),
  totals: (db, { filter }): Promise<DebtTotals> =>
    owingNow(db)
      .where(foundBy(filter))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(o.debt), 0)::bigint`.as('sum'))
      .executeTakeFirstOrThrow(),
})

function foundBy({ search, state }: FilterOf<typeof debtsView.fields>) {
  const like = containing(search)
  const hopeless = state === 'hopeless' ? sql`o.hopeless` : sql`true`
  return search
    ? sql<SqlBool>`(${hopeless} and (o.title ilike ${like} or o.slug ilike ${like}))`
    : sql<SqlBool>`${hopeless}`
}
