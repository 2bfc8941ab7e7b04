import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { data } from 'react-router'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { openApprovals } from '#app/base/approvals/approvals.server.ts'
import { codesOf, nearestCodes } from '#app/drives/codes/codes.server.ts'
import { ordersOf, reverses } from '#app/money/mpesa/reversals.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { claimsOf } from './claims.server.ts'
import type { UnplacedDesk, UnplacedMoney } from './unplaced.ts'

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

// The facts that an administrator needs to place money that reached our Paybill. None is preselected for them.

const mostNear = 5

/** Returns the desk of money at M-Pesa; a 404 for any other. */
export async function deskAt(db: Db, number: string | undefined): Promise<UnplacedDesk> {
  const money = await unplacedAt(db, number)
  if (!money.isAtMpesa) throw data(null, { status: 404 })
  return unplacedDeskOf(db, money)
}

export async function unplacedDeskOf(db: Db, money: UnplacedMoney): Promise<UnplacedDesk> {
  const receipt = await receiptOf(db, money.id)
  const account = receipt?.account || money.reference
  const [near, same, claims, asked, order] = await Promise.all([
    money.state === 'open' ? nearTo(db, account) : [],
    money.paymentId === null ? null : driveOfPayment(db, money.paymentId),
    receipt ? claimsOf(db, receipt.code, receipt.tail) : [],
    askedOf(db, money.id),
    receipt ? orderOf(db, money.id, receipt.code) : null,
  ])
  const { code = null, tail = null, name = null, paidAt = null } = receipt ?? {}
  const goesBack = { reverses: code !== null && reverses(), order }
  return { money, account, receipt: code, tail, name, paidAt, same, near, claims, asked, ...goesBack }
}

/** Tells whether M-Pesa was asked to give it back, and what it said last. */
async function orderOf(db: Db, id: number, receipt: string): Promise<UnplacedDesk['order']> {
  const last = (await ordersOf(db, { receipt, cause: { unplaced: id } })).at(-1)
  if (!last) return null
  return { is: last.end === 'short' || last.end === 'refused' ? last.end : 'unknown', code: last.code }
}

const receiptOf = (db: Db, suspenseId: number) =>
  db
    .selectFrom('mpesa_receipts as r')
    .leftJoin('suspense as s', 's.placed_payment_id', 'r.payment_id')
    .where(({ eb, or }) => or([eb('r.suspense_id', '=', suspenseId), eb('s.id', '=', suspenseId)]))
    .select(['r.receipt as code', 'r.tail', 'r.name', 'r.paid_at as paidAt'])
    .select(accountShown('r.account').as('account'))
    .executeTakeFirst()

const drives = (db: Db) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('profiles as o', 'o.user_id', 'd.user_id')
    .select(['d.id as driveId', 'd.title', 'o.full_name as owner'])

async function nearTo(db: Db, account: string): Promise<UnplacedDesk['near']> {
  const near = await nearestCodes(db, account, mostNear)
  if (near.length === 0) return []
  const ids = near.map(({ driveId }) => driveId)
  const known = await drives(db).where('d.id', 'in', ids).execute()
  return near.flatMap(({ driveId, code }) =>
    known.filter((drive) => drive.driveId === driveId).map((drive) => ({ ...drive, code })),
  )
}

async function driveOfPayment(db: Db, paymentId: number): Promise<UnplacedDesk['same']> {
  const drive = await drives(db)
    .innerJoin('payments as p', 'p.fund_drive_id', 'd.id')
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  return drive ? { ...drive, code: (await codesOf(db, drive.driveId)).number } : null
}

async function askedOf(db: Db, suspenseId: number): Promise<UnplacedDesk['asked']> {
  const [asked] = await openApprovals(db, ['unplaced'], String(suspenseId))
  if (!asked) return null
  const { name, at, value } = asked
  const [way, what = ''] = value.split(' ')
  if (way !== 'on') return { name, at, driveTitle: null }
  const drive = await drives(db).where('d.id', '=', sql<string>`${what}::uuid`).executeTakeFirst()
  return { name, at, driveTitle: drive?.title ?? '' }
}
