import { sql } from 'kysely'
import { lockWallet, type Wallet } from '#app/base/ledger/wallet.server.ts'
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
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import type { Carrier, Load } from './carrier.ts'
import type { Destination } from './payout.ts'
import { carrierNamed } from './rails.server.ts'
import { isRefunding } from './refunding.server.ts'
import { whyStopped } from './stopped.server.ts'

// The leases of attempts to send money: only the worker that holds the lease sends.

export type TakenPayout = Lease & Load & { payoutId: number; driveId: string; by: Carrier }

const attempts: Leased = {
  table: 'payout_attempts',
  isOpen: sql<boolean>`state in ('sending', 'pending', 'unknown')`,
  again: (db, id, runAt) =>
    enqueue(db, 'send-transfer', { attemptId: id }, { key: String(id), ...(runAt ? { runAt } : {}) }),
}

/** Takes an open attempt that no other worker has. */
export async function takeAttempt(db: Db, attemptId: number): Promise<TakenPayout | undefined> {
  const lease = await takeLease(db, attempts, attemptId)
  if (!lease) return undefined
  const row = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .innerJoin('profiles as p', 'p.user_id', 'o.user_id')
    .where('a.id', '=', attemptId)
    .select(['a.id', 'a.payout_id', 'a.reference', 'a.provider', 'a.state', 'o.net', 'o.destination'])
    .select(['o.fund_drive_id', 'p.full_name'])
    .executeTakeFirstOrThrow()
  return {
    ...lease,
    id: row.id,
    payoutId: row.payout_id,
    reference: row.reference,
    by: carrierNamed(row.provider),
    net: row.net,
    driveId: row.fund_drive_id,
    state: row.state as TakenPayout['state'],
    destination: row.destination as unknown as Destination,
    owner: row.full_name,
  }
}

type KeptBack = 'owed' | 'refunding' | 'frozen' | 'suspended'
/**
 * `sends`: no other worker does. `not ours`: another worker has the lease by now. `waits`: it is not to be sent, and was asked
 * for so lately that it may arrive all the same. `owed`: the drive came into debt meanwhile; `refunding`: a refund was started
 * meanwhile that the balance does not cover; `frozen`, `suspended`: an administrator stopped it meanwhile.
 */
type Last = 'sends' | 'not ours' | 'waits' | KeptBack

/** The time after which a transfer that the provider still does not know of never reached it. */
const lostAfter = sql`interval '1 hour'`

/**
 * Marks the last step before the provider is asked to send: from here on nobody knows what becomes of it until the provider has
 * said so. The wallet is locked, so that money which goes back at this moment comes before it or after it.
 */
export const beforeSending = (db: Db, taken: TakenPayout): Promise<Last> =>
  inOneGo(db, async (tx) => {
    const wallet = await lockWallet(tx, taken.driveId)
    const kept = await keptBack(tx, wallet)
    if (kept) return taken.state === 'sending' || (await isLost(tx, taken)) ? kept : 'waits'
    const { numUpdatedRows } = await tx
      .updateTable('payout_attempts')
      .set({ state: 'unknown', updated_at: sql<Date>`now()` })
      .where('id', '=', taken.id)
      .where(isLeaseHeld(attempts, taken))
      .executeTakeFirst()
    return numUpdatedRows === 1n && taken.isFresh() ? 'sends' : 'not ours'
  })

async function keptBack(tx: Tx, wallet: Wallet): Promise<KeptBack | undefined> {
  if (wallet.debt > 0) return 'owed'
  if (await isRefunding(tx, wallet)) return 'refunding'
  return whyStopped(tx, wallet)
}

/** True if the provider does not know of it, although it was asked to send it so long ago. */
const isLost = async (tx: Tx, { id }: TakenPayout): Promise<boolean> =>
  (await tx
    .selectFrom('payout_attempts')
    .where('id', '=', id)
    .where(sql<boolean>`updated_at < now() - ${lostAfter}`)
    .select('id')
    .executeTakeFirst()) !== undefined

export const releasePayout = (db: Db, taken: TakenPayout, how: { stopped?: boolean } = {}): Promise<void> =>
  layLease(db, attempts, taken, { ...how, mostPause: taken.by.mostPause })

/** Finds open attempts whose next check is overdue. Run by cron. */
export const overdueAttempts = (db: Db): Promise<number> => overdueLeased(db, attempts)
