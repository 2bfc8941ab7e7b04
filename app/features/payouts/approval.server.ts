import { Refusal } from '#app/kit/says.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type Decision, type Payout, writeDown } from './decide.server.ts'
import { says } from './payout.ts'

// Large withdrawals need two administrators. The first one's word is kept beside the request, which goes on waiting; the
// second one's completes it.

/** Above what operators chose two have to agree; where they chose nothing, nobody waits for a second one. */
export const needsTwo = (amount: number): boolean => amount > chosen('SECOND_ADMIN_ABOVE')

/**
 * Keeps the word of the first of two, and says that it was the first. The drive's wallet is locked by now, so of two at
 * once one is the first and the other completes. Every step of a request makes another version of it: whatever became of
 * it, what was said of an earlier one counts no more.
 */
export async function isFirstOfTwo(tx: Tx, payout: Payout, decision: Decision): Promise<boolean> {
  if (!needsTwo(payout.amount)) return false
  const { by, note = '' } = decision
  const { version, status } = await tx
    .selectFrom('payout_requests')
    .where('id', '=', payout.id)
    .select(['version', 'status'])
    .executeTakeFirstOrThrow()
  if (status !== 'processing') throw new Refusal(says.updateFailed)
  const first = await tx
    .selectFrom('payout_approvals')
    .where('payout_id', '=', payout.id)
    .where('version', '=', version)
    .select('by')
    .executeTakeFirst()
  if (first?.by === by) throw new Refusal(says.approvedAlready)
  if (first) return false
  await tx.insertInto('payout_approvals').values({ payout_id: payout.id, version, by, note }).execute()
  await writeDown(tx, payout, decision, 'payout approved', { status: 'processing', approvals: 1 })
  return true
}
