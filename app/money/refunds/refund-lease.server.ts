import { sql } from 'kysely'
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

// The lease of an open refund. The provider takes no key with a refund that would tell a repeat, so at most one worker
// asks for it at a time, and only under a lease.

export type TakenRefund = Lease & {
  id: number
  paymentId: number
  reference: string
  provider: string
  /** The provider's number of the payment, and of the refund once known. */
  providerId: string
  extId: string | null
  progress: 'waiting' | 'unknown' | 'pending' | 'attention' | 'by hand'
  amount: number
  note: string
  openedAt: Date
  /** Refunds of its amount that the provider had before it was asked for this one. */
  notOurs: string[]
}

const refunds: Leased = {
  table: 'reversals',
  // One that waits for an administrator is sent by nobody.
  isOpen: sql<boolean>`kind = 'refund' and state = 'open' and progress <> 'office'`,
  again: (db, id, runAt) =>
    enqueue(db, 'send-refund', { reversalId: id }, { key: String(id), ...(runAt ? { runAt } : {}) }),
}

/** Takes an open refund that no worker has. */
export async function takeRefund(db: Db, reversalId: number): Promise<TakenRefund | undefined> {
  const lease = await takeLease(db, refunds, reversalId)
  if (!lease) return undefined
  const row = await db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.id', '=', reversalId)
    .select(['r.id', 'r.ext_id', 'r.progress', 'r.amount', 'r.note', 'p.reference', 'p.provider', 'p.provider_tx_id'])
    .select(['r.created_at as openedAt', 'r.not_ours as notOurs', 'r.payment_id as paymentId'])
    .executeTakeFirstOrThrow()
  return {
    ...lease,
    id: row.id,
    extId: row.ext_id,
    amount: row.amount,
    note: row.note,
    reference: row.reference,
    provider: row.provider,
    openedAt: row.openedAt,
    paymentId: row.paymentId,
    notOurs: row.notOurs,
    progress: row.progress as TakenRefund['progress'],
    providerId: row.provider_tx_id!,
  }
}

/**
 * Takes the last step before the provider is asked to refund: refunds of this amount that it lists by now, before the
 * first time, are not this one. Undefined if another worker has the lease by now.
 */
export async function beforeAsking(db: Db, taken: TakenRefund, listed: string[]): Promise<TakenRefund | undefined> {
  const notOurs = taken.progress === 'waiting' ? listed : taken.notOurs
  const { numUpdatedRows } = await db
    .updateTable('reversals')
    .set({ progress: 'unknown', not_ours: notOurs })
    .where('id', '=', taken.id)
    .where(isLeaseHeld(refunds, taken))
    .executeTakeFirst()
  return numUpdatedRows === 1n && taken.isFresh() ? { ...taken, progress: 'unknown', notOurs } : undefined
}

/** Leaves it to an administrator from now on. False if another worker has the lease by now. */
export async function leaveToAdministrator(tx: Tx, taken: TakenRefund): Promise<boolean> {
  const isOurs = isLeaseHeld(refunds, taken)
  const { numUpdatedRows } = await tx
    .updateTable('reversals')
    .set({ progress: 'by hand' })
    .where('id', '=', taken.id)
    .where(isOurs)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const releaseRefund = (
  db: Db,
  taken: TakenRefund,
  how: { stopped?: boolean; mostPause?: number } = {},
): Promise<void> => layLease(db, refunds, taken, how)

/** Finds open refunds whose next check is overdue. Run by cron. */
export const overdueRefunds = (db: Db): Promise<number> => overdueLeased(db, refunds)
