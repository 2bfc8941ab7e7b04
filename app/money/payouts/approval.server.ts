import { sql } from 'kysely'
import { canDecide, isSecondYes, needsTwo } from '#app/base/approvals/approvals.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { changedMeanwhile, type Payout, type PayoutDecision, writeDown } from './decide.server.ts'
import { payoutTexts } from './payout.ts'
import { isPossible } from './states.ts'

// Large withdrawals need two administrators, by the rules of `base/approvals`. The first approval is kept beside the request,
// which goes on waiting; the second completes it. It has a table of its own because it is about money: its rows are only ever
// added (a row of `proposals` is removed), and each counts for one version of the request, not for days.

/**
 * Keeps the approval of the first of two, and returns true if it was the first. The drive's wallet is locked by now, so of two
 * at once one is the first and the other completes. Every step of a request makes another version of it: approvals of an
 * earlier version count no more.
 */
export async function isFirstOfTwo(tx: Tx, payout: Payout, decision: PayoutDecision): Promise<boolean> {
  const { by, note = '' } = decision
  if (!(await needsTwo(tx, await askedWithinDay(tx, payout.id), by))) return false
  const { version, status } = await tx
    .selectFrom('payout_requests')
    .where('id', '=', payout.id)
    .select(['version', 'status'])
    .executeTakeFirstOrThrow()
  if (!isPossible({ step: 'approved', from: status, by: 'administrator' })) throw changedMeanwhile()
  const first = await tx
    .selectFrom('payout_approvals as y')
    .where('payout_id', '=', payout.id)
    .where('version', '=', version)
    .select(['by', (make) => canDecide(make.ref('y.by')).as('counts')])
    .executeTakeFirst()
  if (await isSecondYes(tx, first, by, payoutTexts.approvedAlready)) return false
  // The approval of a person who may no longer decide does not count; a new one needs a version of its own.
  const now = first ? await nextVersion(tx, payout.id) : version
  await tx.insertInto('payout_approvals').values({ payout_id: payout.id, version: now, by, note }).execute()
  await writeDown(tx, payout, decision, 'payout approved', { status: 'processing', approvals: 1 })
  return true
}

/**
 * Sums what a fund drive asked for, or was sent, within a day of this request, with it: many small requests are no way around
 * the second administrator.
 */
export async function askedWithinDay(db: Db | Tx, payoutId: number): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select sum(o.amount)::bigint as sum from payout_requests p
    join payout_requests o on o.fund_drive_id = p.fund_drive_id
    where p.id = ${payoutId} and o.status <> 'rejected' and (
      o.id = p.id
      or o.created_at between p.created_at - interval '1 day' and p.created_at + interval '1 day'
      or (o.status in ('approved', 'completed') and o.updated_at > now() - interval '1 day')
    )`.execute(db)
  return Number(rows[0]?.sum ?? 0)
}

const nextVersion = async (tx: Tx, payoutId: number): Promise<number> =>
  (
    await tx
      .updateTable('payout_requests')
      .set({ version: sql`version + 1` })
      .where('id', '=', payoutId)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version
