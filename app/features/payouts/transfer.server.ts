import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { post } from '../ledger/post.server.ts'
import { giveBack } from '../ledger/wallet.server.ts'
import { type Decision, deciding, move, refuseOwn } from './decide.server.ts'
import { says } from './payout.ts'

// A withdrawal that the provider sends. Each attempt is written down before the provider is asked, and what it answers is
// applied here, however often it says so. Nothing in this file talks to it.

/** An administrator lets the provider send it: the request waits for its answer, and so does everybody else. */
export const beginTransfer = (db: Db, payoutId: number, { by, note }: Decision): Promise<{ reference: string }> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    refuseOwn(payout, by)
    if (wallet.debt > 0) throw new Refusal(says.balanceOwed)
    await move(tx, payout, { from: 'processing', to: 'approved', kind: 'approved', by, note })
    const { n } = await tx
      .selectFrom('payout_attempts')
      .where('payout_id', '=', payoutId)
      .select(sql<number>`count(*) + 1`.as('n'))
      .executeTakeFirstOrThrow()
    const reference = `pay-${payoutId}-${n}-${randomBytes(8).toString('hex')}`
    await tx.insertInto('payout_attempts').values({ payout_id: payoutId, n, reference }).execute()
    return { reference }
  })

/** What the provider says of an attempt that it has not finished; `unknown` while it says nothing. */
export async function transferOpen(
  db: Db,
  reference: string,
  { state, code }: { state: 'pending' | 'unknown'; code?: string },
): Promise<void> {
  await db
    .updateTable('payout_attempts')
    .set({ state, updated_at: sql<Date>`now()`, ...(code ? { provider_code: code } : {}) })
    .where('reference', '=', reference)
    .where('state', 'in', open)
    .execute()
}

/** It arrived. */
export const transferSucceeded = (
  db: Db,
  reference: string,
  { fee, code }: { fee: number; code?: string },
): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, attemptId) => {
    if (!(await close(tx, attemptId, { state: 'success', fee, ...(code ? { provider_code: code } : {}) })))
      return 'already'
    await move(tx, payout, { from: 'approved', to: 'completed', kind: 'completed', code: code ?? reference })
    await post(tx, 'payout_sent', payout.id, [
      { leg: 1, debit: 'payouts_in_flight', credit: 'provider_clearing', amount: payout.net },
      { leg: 2, debit: 'provider_fees', credit: 'provider_clearing', amount: fee },
    ])
    return 'done'
  })

/** It failed for good: the request is open again and the money stays set aside, so that somebody may try once more. */
export const transferFailed = (db: Db, reference: string, why: string): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, attemptId) => {
    if (!(await close(tx, attemptId, { state: 'failed', why: why.slice(0, 500) }))) return 'already'
    await move(tx, payout, { from: 'approved', to: 'processing', kind: 'put_back', note: why.slice(0, 1000) })
    return 'done'
  })

/** It came back after it had arrived. What sending it cost is spent. One that came back on its way has failed. */
export const transferReturned = (db: Db, reference: string, why: string): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, attemptId, wallet) => {
    if (await close(tx, attemptId, { state: 'failed', why: why.slice(0, 500) })) {
      await move(tx, payout, { from: 'approved', to: 'processing', kind: 'put_back', note: why.slice(0, 1000) })
      return 'done'
    }
    const { numUpdatedRows } = await tx
      .updateTable('payout_attempts')
      .set({ state: 'returned', why: why.slice(0, 500), updated_at: sql<Date>`now()` })
      .where('id', '=', attemptId)
      .where('state', '=', 'success')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'already'
    await move(tx, payout, { from: 'completed', to: 'rejected', kind: 'returned', note: 'returned by provider' })
    await giveBack(wallet, tx, payout.amount)
    await post(tx, 'payout_returned', payout.id, [
      { leg: 1, debit: 'provider_clearing', credit: { drive: payout.fund_drive_id }, amount: payout.net },
    ])
    return 'done'
  })

const open = ['sending', 'pending', 'unknown']

type Step = Parameters<typeof deciding<'done' | 'already'>>[2]
type Rest = Parameters<Step>

async function onAttempt(
  db: Db,
  reference: string,
  step: (tx: Tx, payout: Rest[1], attemptId: number, wallet: Rest[2]) => Promise<'done' | 'already'>,
): Promise<'done' | 'already'> {
  const attempt = await db
    .selectFrom('payout_attempts')
    .where('reference', '=', reference)
    .select(['id', 'payout_id'])
    .executeTakeFirst()
  if (!attempt) throw new Refusal(says.updateFailed, { status: 404 })
  return deciding(db, attempt.payout_id, (tx, payout, wallet) => step(tx, payout, attempt.id, wallet))
}

type Closing = { state: 'success' | 'failed'; fee?: number; why?: string; provider_code?: string }

/** Closes an attempt that is open; false when it was closed before. */
async function close(tx: Tx, id: number, closing: Closing): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_attempts')
    .set({ ...closing, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', open)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
