import { type Expression, type SqlBool, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { chosen, chosenByOthers } from '#app/platform/choices.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Decision, type Payout, writeDown } from './decide.server.ts'
import { says } from './payout.ts'

// Large withdrawals need two administrators. The first one's word is kept beside the request, which goes on waiting; the
// second one's completes it.

/**
 * Above what operators chose two have to agree; where they chose nothing, nobody waits for a second one. Whoever raised
 * that sum is held to what it was before: nobody frees themselves of the second one.
 */
export const needsTwo = async (db: Db | Tx, amount: number, by: string): Promise<boolean> =>
  amount > chosen('SECOND_ADMIN_ABOVE') || amount > (await chosenByOthers(db, 'SECOND_ADMIN_ABOVE', by))

/** True of a person who may decide at this moment. */
export const canDecide = (person: Expression<string | null>) => sql<SqlBool>`exists (
  select from user_roles r join users a on a.id = r.user_id
  where r.user_id = ${person} and r.role = 'admin' and a.suspended_at is null and a.deleted_at is null)`

/**
 * Keeps the word of the first of two, and says that it was the first. The drive's wallet is locked by now, so of two at
 * once one is the first and the other completes. Every step of a request makes another version of it: whatever became of
 * it, what was said of an earlier one counts no more.
 */
export async function isFirstOfTwo(tx: Tx, payout: Payout, decision: Decision): Promise<boolean> {
  const { by, note = '' } = decision
  if (!(await needsTwo(tx, payout.amount, by))) return false
  const { version, status } = await tx
    .selectFrom('payout_requests')
    .where('id', '=', payout.id)
    .select(['version', 'status'])
    .executeTakeFirstOrThrow()
  if (status !== 'processing') throw new Refusal(says.updateFailed)
  const first = await tx
    .selectFrom('payout_approvals as y')
    .where('payout_id', '=', payout.id)
    .where('version', '=', version)
    .select(['by', (make) => canDecide(make.ref('y.by')).as('counts')])
    .executeTakeFirst()
  if (first?.by === by) throw new Refusal(says.approvedAlready)
  if (first?.counts) return false
  // Of somebody who may decide no more nothing counts; what takes its place needs a version of its own.
  const now = first ? await nextVersion(tx, payout.id) : version
  await tx.insertInto('payout_approvals').values({ payout_id: payout.id, version: now, by, note }).execute()
  await writeDown(tx, payout, decision, 'payout approved', { status: 'processing', approvals: 1 })
  return true
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
