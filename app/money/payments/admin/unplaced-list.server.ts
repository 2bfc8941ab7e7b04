import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type UnplacedRows, unplaced } from './unplaced.server.ts'
import { type UnplacedTotals, unplacedView } from './unplaced-list.tsx'

const sorts = {
  came: { by: sql.ref('s.created_at'), kind: 'moment' },
  amount: { by: sql.ref('s.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>
/** Money that became a gift is not open any more, either. */
const among = { open: ['open' as const], closed: ['closed' as const, 'placed' as const] }
const id = { column: sql.ref('s.id'), kind: 'number' } as const

/** Open money begins with the oldest, closed money with the newest. */
export const unplacedList = adminList({
  view: unplacedView,
  noun: 'suspense',
  file: 'unplaced-money',
  findsPeople: true,
  sorts,
  order: ({ state }) => (state === 'open' ? 'asc' : 'desc'),
  read(db, { filter, list }, size) {
    const query = unplaced(db).where(narrowed(filter)) as UnplacedRows
    return pageOfRows(query, { sorts, asked: list, id, size })
  },
  /** Groups by currency: amounts in two currencies have no sum. */
  totals: (db, { filter }): Promise<UnplacedTotals> =>
    db
      .selectFrom('suspense as s')
      .leftJoin('mpesa_receipts as m', 'm.suspense_id', 's.id')
      .leftJoin('mpesa_receipts as g', 'g.payment_id', 's.placed_payment_id')
      .where(narrowed(filter))
      .groupBy('s.currency')
      .select(({ fn }) => ['s.currency', fn.countAll<number>().as('count')])
      .select(sql<number>`sum(s.amount)::bigint`.as('amount'))
      .orderBy('s.currency')
      .execute(),
})

type Filter = { state: keyof typeof among; why: string | null; search: string }

function narrowed({ state, why, search }: Filter) {
  const like = containing(search)
  const isWhy = why ? sql`s.why = ${why}` : sql`true`
  const isFound = search
    ? sql`(s.reference ilike ${like} or s.provider_tx_id ilike ${like} or coalesce(m.receipt, g.receipt) ilike ${like}
        or coalesce(m.name, g.name) ilike ${like} or s.note ilike ${like})`
    : sql`true`
  return sql<SqlBool>`s.state = any(${among[state]}::text[]) and ${isWhy} and ${isFound}`
}
