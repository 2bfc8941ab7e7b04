import { sql } from 'kysely'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { DiscrepancyKind } from '#app/base/ledger/discrepancy.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { unplacedDecided } from '#app/money/payments/suspense.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import {
  isLeaseHeld,
  type Lease,
  type Leased,
  layLease,
  overdueLeased,
  takeLease,
} from '#app/platform/jobs/lease.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { isStopped } from '#app/platform/providers/provider.server.ts'
import { claimsDecided } from './claims.server.ts'
import { nextStep, orderBack, ordersOf } from './reversals.server.ts'

// Money without a place that goes back to the phone that paid it. Its giver decides it, or their silence, or an administrator;
// a job asks M-Pesa, and what it does not do is for an administrator's hand.

const returns: Leased = {
  table: 'suspense',
  isOpen: sql<boolean>`state = 'open' and back in ('waiting', 'unknown')`,
  again: (db, id, runAt) =>
    enqueue(db, 'send-return', { suspenseId: id }, { key: String(id), ...(runAt ? { runAt } : {}) }),
}

/** The administrator who decided it, and why; undefined if its giver did. */
type Decided = { by: string; why: string }

/**
 * Begins a return: from now on nobody can place the money. `waiting`: the job that this leaves behind asks M-Pesa. `by hand`:
 * M-Pesa can't be asked, so an administrator does it. Its row is locked; undefined if it goes back already, or has its place.
 */
export async function beginReturn(
  tx: Tx,
  id: number,
  how: 'waiting' | 'by hand',
  decided?: Decided,
): Promise<'begun' | undefined> {
  const begun = await tx
    .updateTable('suspense')
    .set({
      reserved_at: sql<Date>`now()`,
      reserved_by: decided?.by ?? null,
      reserved_why: decided?.why ?? null,
      back: how,
      checks: 0,
      next_check_at: how === 'waiting' ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('reserved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!begun) return undefined
  if (how === 'waiting') await returns.again(tx, id)
  return 'begun'
}

/** Frees money that was not sent, as a person has seen: it can be placed again. */
export async function freeMoney(tx: Tx, id: number): Promise<void> {
  const freed = { reserved_at: null, reserved_by: null, reserved_why: null, back: null }
  await tx.updateTable('suspense').set(freed).where('id', '=', id).execute()
}

type Taken = Lease & {
  id: number
  provider: string
  providerId: string
  amount: number
  receipt: string | null
  /** The time since when it goes back: earlier orders were another decision. */
  since: Date
  isOld: boolean
}

async function take(db: Db, id: number): Promise<Taken | undefined> {
  const lease = await takeLease(db, returns, id)
  if (!lease) return undefined
  const row = await db
    .selectFrom('suspense as s')
    .leftJoin('mpesa_receipts as r', 'r.suspense_id', 's.id')
    .where('s.id', '=', id)
    .select(['s.id', 's.provider', 's.provider_tx_id as providerId', 's.amount', 'r.receipt', 's.reserved_at as since'])
    .select(sql<boolean>`s.created_at < now() - interval '2 days'`.as('isOld'))
    .executeTakeFirstOrThrow()
  return { ...lease, ...row, since: row.since! }
}

/** Advances a return: orders it, or learns what became of it. May run as often as it likes, and at the same time. */
export async function sendReturn(db: Db, { suspenseId }: { suspenseId: number }): Promise<void> {
  await learnReturn(db, suspenseId)
  const taken = await take(db, suspenseId)
  if (!taken) return
  if (await isStopped(db, taken.provider)) return layLease(db, returns, taken, { stopped: true })
  const { id, receipt, amount: cents, isOld, since } = taken
  const cause = { unplaced: id, since: since.getTime() }
  const step = await nextStep(db, { receipt, cause, isOld })
  if (step.is === 'by hand') return handOver(db, taken, step.why)
  if (step.isShort) await call(db, 'return waits for money', taken)
  if (step.is !== 'order') return layLease(db, returns, taken, { stopped: step.is === 'rest' })
  if (!(await beforeOrder(db, taken))) return
  await orderBack(db, { receipt: receipt!, cents, cause })
  await learnReturn(db, id)
  await layLease(db, returns, taken, {})
}

/** Books what M-Pesa has said of its orders. Needs no lease, and works whatever was decided since. */
async function learnReturn(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ receipt: string }>`
    select r.receipt from suspense s join mpesa_receipts r on r.suspense_id = s.id or r.payment_id = s.placed_payment_id
    where s.id = ${id}::bigint`.execute(db)
  for (const { receipt } of rows)
    for (const { id: ask, end, back } of await ordersOf(db, { receipt, cause: { unplaced: id } }))
      if (end === 'done' || end === 'before')
        await db.transaction().execute(async (tx) => {
          // The payment that it became meanwhile went back: those who look after refunds book it.
          if ((await bookReturned(tx, { suspenseId: id, back })) === 'placed')
            await enqueue(tx, 'book-reversal', { ask }, { key: `ask ${ask}` })
        })
}

/** Marks the last step before M-Pesa is asked. False if another worker has the lease by now. */
async function beforeOrder(db: Db, taken: Taken): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suspense')
    .set({ back: 'unknown' })
    .where('id', '=', taken.id)
    .where(isLeaseHeld(returns, taken))
    .executeTakeFirst()
  return numUpdatedRows === 1n && taken.isFresh()
}

/** Hands the return over to an administrator; what M-Pesa says of earlier orders counts all the same. */
const handOver = (db: Db, taken: Taken, why: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('suspense')
      .set({ back: 'by hand', next_check_at: null, lease: null, leased_until: null })
      .where('id', '=', taken.id)
      .where(isLeaseHeld(returns, taken))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await raiseDiscrepancy(tx, 'return by hand', taken.providerId, { amount: taken.amount, why })
    await tell(tx, 'office:desk')
  })

type Called = Pick<Taken, 'providerId' | 'amount'>
const call = (db: Db, kind: 'return waits for money' | 'return without an end', { providerId, amount }: Called) =>
  db.transaction().execute((tx) => raiseDiscrepancy(tx, kind, providerId, { amount }))

/** The time after which a return needs a person. */
const longest = sql`interval '3 days'`

/** Run by cron: advances each overdue return, and calls a person about one that comes to no end. */
export async function checkReturns(db: Db): Promise<void> {
  await overdueLeased(db, returns)
  const { rows } = await sql<Called>`
    select provider_tx_id as "providerId", amount from suspense
    where ${returns.isOpen} and reserved_at < now() - ${longest} limit 500`.execute(db)
  for (const one of rows) await call(db, 'return without an end', one)
}

// Money that had no place and went back to its payer, however we learn of it: its row is closed, and it leaves the books.

type Heard = {
  suspenseId: number
  /** The code of the reversal, if it is told. */
  back: string | null
}

/**
 * Books that M-Pesa gave it back. `known`: it was closed before. `placed`: it became a gift meanwhile, so it is that payment
 * that went back.
 */
export async function bookReturned(tx: Tx, { suspenseId, back }: Heard): Promise<'closed' | 'known' | 'placed'> {
  const money = await lockMoney(tx, suspenseId)
  if (money.state === 'placed') return 'placed'
  if (money.state === 'closed') {
    if (back) await nameReturn(tx, money, back)
    return 'known'
  }
  // Also if nobody here had asked for it: from now on it can't be placed.
  const kept = { reserved_at: sql<Date>`coalesce(reserved_at, now())`, back: sql<'unknown'>`coalesce(back, 'unknown')` }
  await tx.updateTable('suspense').set(kept).where('id', '=', suspenseId).execute()
  if (back) await keepCode(tx, suspenseId, back)
  await closeReturned(tx, money, { code: back, by: null, note: back ?? '' })
  return 'closed'
}

async function lockMoney(tx: Tx, id: number) {
  const money = await tx
    .selectFrom('suspense')
    .where('id', '=', id)
    .select(['id', 'provider', 'provider_tx_id as providerId', 'amount', 'state'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = tx.selectFrom('mpesa_receipts').where('suspense_id', '=', id).select('receipt')
  return { ...money, receipt: (await known.executeTakeFirst())?.receipt ?? null }
}

/** Keeps the code of a return. False if the code belongs to another return. */
export async function keepCode(tx: Tx, suspenseId: number, code: string): Promise<boolean> {
  const kept = await tx
    .insertInto('suspense_returns')
    .values({ receipt: code, suspense_id: suspenseId })
    .onConflict((same) => same.doNothing())
    .returning('receipt')
    .executeTakeFirst()
  return kept !== undefined
}

/** Adds the code to a return that is known already. A second, different code means that it went back twice. */
async function nameReturn(tx: Tx, { id, providerId, amount }: Returned, back: string): Promise<void> {
  const known = await tx
    .selectFrom('suspense_returns')
    .where('suspense_id', '=', id)
    .select('receipt')
    .executeTakeFirst()
  if (known?.receipt === back || (!known && (await keepCode(tx, id, back)))) return
  await raiseDiscrepancy(tx, twice, providerId, { amount, code: back })
}

type Returned = {
  id: number
  provider: string
  /** Its number at the provider. */
  providerId: string
  amount: number
  receipt: string | null
}
type How = { code: string | null; by: string | null; note: string }

/**
 * Closes money that goes back, whose row is locked. Returns the discrepancies about it that a statement had raised before it
 * was known here.
 */
export async function closeReturned(tx: Tx, money: Returned, { code, by, note }: How): Promise<number[]> {
  const { id, provider, amount, receipt } = money
  const laidDown = { next_check_at: null, lease: null, leased_until: null }
  const closed = { state: 'closed', closed_at: sql<Date>`now()`, closed_by: by, note: note.slice(0, 1000) } as const
  await tx
    .updateTable('suspense')
    .set({ ...closed, ...laidDown })
    .where('id', '=', id)
    .execute()
  await post(tx, 'suspense', id, [{ leg: 3, debit: 'suspense', credit: clearingOf(provider), amount }])
  if (receipt) await claimsDecided(tx, receipt)
  await returnSeenTo(tx, money, by)
  await unplacedDecided(tx, provider, money.providerId, by)
  await tell(tx, 'office:desk')
  return code ? explain(tx, { code, amount, by }) : []
}

/** The reasons to call a person while money goes back. Their subject is its number at M-Pesa. */
const calls: DiscrepancyKind[] = ['return by hand', 'return waits for money', 'return without an end']
const twice = 'unplaced money went back twice'
export const returnDiscrepancies = [...calls, twice]

/** Closes what a person was called for about its return. */
export const returnSeenTo = (tx: Tx, { providerId }: Pick<Returned, 'providerId'>, by: string | null) =>
  discrepanciesDecided(tx, calls, providerId, by)

/** Closes what an earlier statement called a person for: this return explains it. */
export async function explain(
  tx: Tx,
  { code, amount, by }: { code: string; amount: number; by: string | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with line as (
      update mpesa_lines set became = 'known' where receipt = ${code} and became = 'break' and withdrawn = ${amount}::bigint
      returning receipt)
    update discrepancies b set state = 'closed', closed_at = now(), closed_by = ${by}::uuid, note = ${code}
    from line where b.kind = 'a line of the statement' and b.subject = line.receipt and b.state = 'open' returning b.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
