import { sql } from 'kysely'
import { canDecide, isSecondYes, needsTwo } from '#app/base/approvals/approvals.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import {
  changedMeanwhile,
  deciding,
  type Payout,
  type PayoutDecision,
  refuseInvolved,
  refuseToComplete,
  sentByHand,
  writeDown,
} from './decide.server.ts'
import { type Destination, payoutTexts } from './payout.ts'
import { overLimit, railOf } from './rails.server.ts'
import { takeBackUnsigned } from './sign.server.ts'
import { isPossible } from './states.ts'
import { refuseForgotten, startTransfer } from './transfer.server.ts'

/** The ways to complete a request: the provider sends the money, or a person has sent it by hand before saying so. */
export type Mode = 'provider' | 'by-hand'

/** Returns how money goes to such a destination; an administrator is told before they press the button. */
export const modeFor = ({ type }: Pick<Destination, 'type'>): Mode =>
  settings.PAYOUTS === 'provider' && type !== 'institution' && railOf(type) ? 'provider' : 'by-hand'

/** The decision. `byHand`: a person has sent what the provider was asked to send and could not. */
type Completing = PayoutDecision & { byHand?: boolean }
/** `isFirst`: another administrator has to complete it, too, and nothing has moved yet. */
type Completed = { mode: Mode; isFirst: boolean }

/**
 * Completes a request for an administrator. If the provider sends it, it is approved until the provider says that it arrived. One that
 * too few treasurers agree to any more waits for them again, which is kept, and the administrator is told.
 */
export async function completePayout(db: Db, payoutId: number, decision: Completing): Promise<Completed> {
  const done = await deciding(db, payoutId, async (tx, payout, wallet) => {
    await refuseInvolved(tx, payout, decision.by)
    const refusal = await takeBackUnsigned(tx, payout, decision.by)
    if (refusal) return refusal
    await refuseToComplete(tx, payout, wallet, decision.by)
    await refuseForgotten(tx, payoutId)
    refuseOverLimit(payout)
    const mode = await modeOf(tx, payout, decision.byHand ?? false)
    if (await isFirstOfTwo(tx, payout, decision)) return { mode, isFirst: true }
    if (mode === 'provider') await startTransfer(tx, payout, wallet, decision)
    else await sentByHand(tx, payout, wallet, decision)
    return { mode, isFirst: false }
  })
  if (done instanceof Refusal) throw done
  return done
}

/** Refuses what would fail at the provider: the owner asks again, in parts. */
function refuseOverLimit({ destination, net }: Payout): void {
  const most = overLimit((destination as unknown as Destination).type, net)
  if (most !== null) throw new Refusal(payoutTexts.overLimit(moneyText(most)))
}

/** Returns the mode. Refuses 'by hand' if the provider was never asked to send it: it would go twice. */
async function modeOf(tx: Tx, payout: Payout, byHand: boolean): Promise<Mode> {
  const usual = modeFor(payout.destination as unknown as Destination)
  if (usual === 'by-hand' || !byHand) return usual
  const tried = await tx
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payout.id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!tried) throw new Refusal(payoutTexts.notTriedYet)
  return 'by-hand'
}

// Large withdrawals need two administrators, by the rules of `base/approvals`. The first approval is kept beside the request,
// which goes on waiting; the second completes it. It has a table of its own because it is about money: its rows are only ever
// added (a row of `proposals` is removed), and each counts for one version of the request, not for days.

/**
 * Keeps the approval of the first of two, and returns true if it was the first. The drive's wallet is locked by now, so of two
 * at once one is the first and the other completes. Every step of a request makes another version of it: approvals of an
 * earlier version count no more.
 */
async function isFirstOfTwo(tx: Tx, payout: Payout, decision: PayoutDecision): Promise<boolean> {
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
