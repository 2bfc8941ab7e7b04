import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type SettlementRows, settlements } from './settlements.server.ts'
import { type SettlementTotals, settlementsView } from './settlements-list.tsx'

const sorts = {
  day: { by: sql`(s.day - date '2000-01-01')`, kind: 'number' },
  amount: { by: sql.ref('s.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('s.id'), kind: 'number' } as const

/** The newest first; the totals count booked ones only. */
export const settlementsList = adminList({
  view: settlementsView,
  noun: 'settlement',
  file: 'settlements',
  recordsAccess: false,
  sorts,
  read: (db, { filter, list }, size) =>
    pageOfRows(settlements(db).where(foundBy(filter.search)) as SettlementRows, { sorts, asked: list, id, size }),
  totals: (db, { filter }): Promise<SettlementTotals> =>
    db
      .selectFrom('settlements as s')
      .where(foundBy(filter.search))
      .where('s.booked_at', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(s.amount) filter (where s.direction = 'to_bank'), 0)::bigint`.as('toBank'))
      .select(sql<number>`coalesce(sum(s.amount) filter (where s.direction = 'from_bank'), 0)::bigint`.as('fromBank'))
      .executeTakeFirstOrThrow(),
})

const foundBy = (search: string) => {
  const like = containing(search)
  return search ? sql<SqlBool>`(s.reference ilike ${like} or s.why ilike ${like})` : sql<SqlBool>`true`
}
