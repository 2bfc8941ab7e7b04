import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
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
import { bookReturned } from './returned.server.ts'
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
