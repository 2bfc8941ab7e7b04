import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { data } from 'react-router'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import type { Db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { UnplacedMoney } from './unplaced.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables that were joined are of no interest to the pages
export type UnplacedRows = SelectQueryBuilder<any, any, UnplacedMoney>

/** Returns the money whose number is in an address; a 404 if there is none. */
export async function unplacedAt(db: Db, number: string | undefined): Promise<UnplacedMoney> {
  const found = await (unplaced(db).where('s.id', '=', numberIn(number)) as UnplacedRows).executeTakeFirst()
  if (!found) throw data(null, { status: 404 })
  return found
}

/** Counts the open money. */
export async function countUnplaced(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('suspense')
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Selects an account as it was typed; if payers typed their own number for it, '0712 … 678'. */
export const accountShown = (column: string) =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${ownNumber}, '0\\1 … \\2')`
const ownNumber = '^[ +]*(?:254|0)?[ -]*([17][0-9]{2})[ -]*[0-9]{3}[ -]*([0-9]{3}) *$'

export const unplaced = (db: Db) =>
  db
    .selectFrom('suspense as s')
    .leftJoin('profiles as c', 'c.user_id', 's.closed_by')
    .leftJoin('profiles as r', 'r.user_id', 's.reserved_by')
    .leftJoin('mpesa_receipts as m', 'm.suspense_id', 's.id')
    // Placed money has its code at the gift.
    .leftJoin('mpesa_receipts as g', 'g.payment_id', 's.placed_payment_id')
    .select(['s.id', 's.amount', 's.currency', 's.why', 's.provider', 's.provider_tx_id as providerId'])
    .select(({ fn }) => [fn.coalesce('m.receipt', 'g.receipt').as('code'), fn.coalesce('m.name', 'g.name').as('name')])
    .select(sql<string | null>`right(coalesce(m.tail, g.tail), 3)`.as('tail'))
    .select(
      sql<number>`(select count(*) from claims x where x.receipt = m.receipt and x.state in ('waiting', 'desk'))`.as(
        'claims',
      ),
    )
    .select(accountShown('s.reference').as('reference'))
    .select([
      's.payment_id as paymentId',
      's.placed_payment_id as placedId',
      's.note',
      's.created_at as at',
      's.asked_at as askedAt',
    ])
    .select(['s.closed_at as closedAt', 'c.full_name as closedBy', 's.wish'])
    .select(sql<UnplacedMoney['text']>`(select o.state from sms_outbox o where o.key = 'second ' || s.id)`.as('text'))
    .select(
      sql<string | null>`(select w.receipt from suspense_returns w where w.suspense_id = s.id limit 1)`.as(
        'returnCode',
      ),
    )
    .select(['s.state', 's.back', sql<boolean>`s.provider = 'mpesa'`.as('isAtMpesa')])
    .select(['s.reserved_at as reservedAt', 'r.full_name as reservedBy', 's.reserved_why as reservedWhy'])
    .select(
      sql<boolean>`coalesce(s.state = 'open' and s.back = 'by hand' and s.${reservedLong}, false)`.as('isReservedLong'),
    )

const reservedLong = sql`reserved_at < now() - interval '1 day'`

const waiting = (which: RawBuilder<unknown>, since: RawBuilder<unknown>): TasksWaiting => ({
  from: sql`suspense where ${which}`,
  oldest: sql`select id::text, ${since} as at, case when currency = 'KES' then amount end as amount, ${accountShown('reference')} as title
    from suspense where ${which} order by ${since}`,
})

/**
 * Money that M-Pesa gives back waits for nobody. A day after an administrator said that they send it back, it waits as
 * a return that nobody recorded.
 */
export const waitingMoney = waiting(
  sql`state = 'open' and (back is null or (back = 'by hand' and not ${reservedLong}))`,
  sql`created_at`,
)
export const waitingReturns = waiting(sql`state = 'open' and back = 'by hand' and ${reservedLong}`, sql`reserved_at`)
