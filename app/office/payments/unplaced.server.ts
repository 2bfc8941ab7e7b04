import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { oneLine } from '#app/kit/lines.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf, type Sort } from '#app/platform/list.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { containing } from '#app/platform/search.server.ts'
import type { Unplaced } from './unplaced.ts'

const sorts = {
  came: { by: sql.ref('s.created_at'), kind: 'moment' },
  amount: { by: sql.ref('s.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>

export type UnplacedAsked = { state: 'open' | 'closed'; search: string; list: Asked<keyof typeof sorts> }

/** What is open begins with the oldest, what is closed with the newest. */
export function unplacedAsked(query: URLSearchParams): UnplacedAsked {
  const state = query.get('state') === 'closed' ? 'closed' : 'open'
  const list = askedFor(query, sorts)
  if (!query.get('sort') && state === 'open') list.order = 'asc'
  return { state, search: oneLine(query.get('search') ?? '').slice(0, 100), list }
}

export async function unplacedMoney(db: Db, { state, search, list }: UnplacedAsked, size = 50) {
  const query = unplaced(db).where('s.state', '=', state).where(foundBy(search))
  const page = await pageOf(query as Rows, {
    sorts,
    asked: list,
    id: { column: sql.ref('s.id'), kind: 'number' },
    size,
  })
  return { ...page, totals: await totalsOf(db, { state, search }) }
}
// biome-ignore lint/suspicious/noExplicitAny: the tables that were joined are of no interest to the pages
type Rows = SelectQueryBuilder<any, any, Unplaced>

/** The one whose number stands in an address; without one there is no such page. */
export async function unplacedAt(db: Db, number: string | undefined): Promise<Unplaced> {
  const found = await (unplaced(db).where('s.id', '=', numberIn(number)) as Rows).executeTakeFirst()
  if (!found) throw data(null, { status: 404 })
  return found
}

/** How many pieces of money are open. */
export async function countUnplaced(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('suspense')
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** All that is found, by currency: amounts in two currencies have no sum. */
const totalsOf = (db: Db, asked: Pick<UnplacedAsked, 'state' | 'search'>) =>
  db
    .selectFrom('suspense as s')
    .where('s.state', '=', asked.state)
    .where(foundBy(asked.search))
    .groupBy('s.currency')
    .select(({ fn }) => ['s.currency', fn.countAll<number>().as('count')])
    .select(sql<number>`sum(s.amount)::bigint`.as('amount'))
    .orderBy('s.currency')
    .execute()

const foundBy = (search: string) => {
  const like = containing(search)
  return search
    ? sql<SqlBool>`(s.reference ilike ${like} or s.provider_tx_id ilike ${like} or s.note ilike ${like})`
    : sql<SqlBool>`true`
}

const unplaced = (db: Db) =>
  db
    .selectFrom('suspense as s')
    .leftJoin('profiles as c', 'c.user_id', 's.closed_by')
    .select(['s.id', 's.amount', 's.currency', 's.why', 's.reference', 's.provider', 's.provider_tx_id as providerId'])
    .select(['s.payment_id as paymentId', 's.note', 's.created_at as at', 's.asked_at as askedAt'])
    .select(['s.closed_at as closedAt', 'c.full_name as closedBy'])
    .select(sql<Unplaced['state']>`s.state`.as('state'))
