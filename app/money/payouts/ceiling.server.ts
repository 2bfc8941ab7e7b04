import { sql } from 'kysely'
import { papersSeen } from '#app/drives/papers/papers.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { chosenNow } from '#app/platform/settings/choices.server.ts'
import { beyondCeiling, type Destination, payoutTexts } from './payout.ts'

// The ceiling of what a drive is sent before we have seen its owner's identity.

/** True for money that the ceiling is about: what goes to an institution does not count. The database function of this name says the same. */
const countsForCeiling = ({ type }: { type: string }): boolean => type !== 'institution'

/** Returns the ceiling of a drive in cents; null where there is none, or its owner's identity was seen. */
async function ceilingOf(db: Db | Tx, driveId: string): Promise<number | null> {
  const ceiling = await chosenNow(db, 'SENT_BEFORE_IDENTITY')
  if (!Number.isFinite(ceiling)) return null
  return (await papersSeen(db, driveId)).identity ? null : ceiling
}

/** Sums what the drive was sent or has set aside, but to institutions. */
async function countedOf(db: Db | Tx, driveId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from payout_requests
    where fund_drive_id = ${driveId} and status <> 'rejected' and counts_for_ceiling(destination)`.execute(db)
  return rows[0]!.sum
}

/**
 * Refuses to ask for more than the ceiling, and returns it. The wallet is locked by now where it matters: else ten at once would each
 * see the same room.
 */
export async function refuseBeyondCeiling(
  db: Db | Tx,
  driveId: string,
  { amount, to }: { amount: number; to: { type: string } },
): Promise<number | null> {
  const ceiling = countsForCeiling(to) ? await ceilingOf(db, driveId) : null
  if (ceiling === null) return null
  const left = ceiling - (await countedOf(db, driveId))
  if (amount > left) throw new Refusal(beyondCeiling(moneyText(Math.max(0, left))), { status: 422, field: 'amount' })
  return ceiling
}

/** Refuses to complete a withdrawal of a drive that would be sent more than its ceiling: its owner's identity may be taken back meanwhile. */
export async function refuseCeilingAtEnd(tx: Tx, driveId: string, to: Destination): Promise<void> {
  const ceiling = countsForCeiling(to) ? await ceilingOf(tx, driveId) : null
  if (ceiling !== null && (await countedOf(tx, driveId)) > ceiling) throw new Refusal(payoutTexts.unseenOwner)
}
