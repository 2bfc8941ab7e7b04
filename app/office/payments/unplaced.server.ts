import { type SelectQueryBuilder, sql } from 'kysely'
import { data } from 'react-router'
import type { Waiting } from '#app/office/desk/task.ts'
import type { Db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Unplaced } from './unplaced.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables that were joined are of no interest to the pages
export type UnplacedRows = SelectQueryBuilder<any, any, Unplaced>

/** The one whose number is in an address; without one there is no such page. */
export async function unplacedAt(db: Db, number: string | undefined): Promise<Unplaced> {
  const found = await (unplaced(db).where('s.id', '=', numberIn(number)) as UnplacedRows).executeTakeFirst()
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

export const unplaced = (db: Db) =>
  db
    .selectFrom('suspense as s')
    .leftJoin('profiles as c', 'c.user_id', 's.closed_by')
    .select(['s.id', 's.amount', 's.currency', 's.why', 's.reference', 's.provider', 's.provider_tx_id as providerId'])
    .select(['s.payment_id as paymentId', 's.note', 's.created_at as at', 's.asked_at as askedAt'])
    .select(['s.closed_at as closedAt', 'c.full_name as closedBy', 's.wish'])
    .select(['s.state', sql<boolean>`s.provider = 'mpesa'`.as('isAtMpesa')])

export const waitingMoney: Waiting = {
  from: sql`suspense where state = 'open'`,
  oldest: sql`select id::text, created_at as at, case when currency = 'KES' then amount end as amount, reference as title
    from suspense where state = 'open' order by created_at`,
}
