import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { DiscrepancyKind } from '#app/base/ledger/discrepancy.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { release, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { codeOf } from '#app/kit/provider-reasons.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import {
  deciding,
  move,
  type Payout,
  type PayoutDecision,
  refuseToComplete,
  tellStory,
  writeDown,
} from './decide.server.ts'
import { type Destination, payoutTexts } from './payout.ts'
import { carrierFor } from './rails.server.ts'

// Withdrawals that the provider sends. Each attempt is stored before the provider is asked, and its answers are applied here,
// however often it says so. Nothing in this file talks to it.

/**
 * Lets the provider send it, for an administrator: stores the attempt, and with it the job that sends. From here on the request
 * waits for the provider's answer, and so does everybody else.
 */
export const beginTransfer = (
  db: Db,
  payoutId: number,
  decision: PayoutDecision,
): Promise<{ reference: string; attemptId: number }> =>
  deciding(db, payoutId, (tx, payout, wallet) => startTransfer(tx, payout, wallet, decision))

/** Starts the attempt as a step of an open transaction. A request that waits has no open attempt. */
export async function startTransfer(tx: Tx, payout: Payout, wallet: Wallet, decision: PayoutDecision) {
  const { by, note } = decision
  const to = payout.destination as unknown as Destination
  if (to.type === 'institution') throw new Refusal(payoutTexts.handOnly)
  await refuseToComplete(tx, payout, wallet, by)
  await refuseForgotten(tx, payout.id)
  await move(tx, payout, { step: 'approved', from: 'processing', by: 'administrator' }, { person: by, note })
  const { n } = await tx
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payout.id)
    .select(sql<number>`count(*) + 1`.as('n'))
    .executeTakeFirstOrThrow()
  const reference = `pay-${payout.id}-${n}-${randomBytes(8).toString('hex')}`
  const { id: attemptId } = await tx
    .insertInto('payout_attempts')
    .values({ payout_id: payout.id, n, reference, provider: carrierFor(to) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'send-transfer', { attemptId }, { key: String(attemptId) })
  const act = n === 1 ? 'payout approved' : 'transfer tried again'
  await writeDown(tx, payout, decision, act, { status: 'approved', how: 'provider', attempt: n })
  return { reference, attemptId }
}

/** Notes that the provider has it, which is a step of its own in the request's story. However often it says so, it is told once. */
export const transferFound = (db: Db, reference: string, { code }: { code?: string } = {}): Promise<void> =>
  inOneGo(db, async (tx) => {
    const found = await tx
      .updateTable('payout_attempts')
      .set({ sent_at: sql<Date>`now()`, ...(code ? { provider_code: code } : {}) })
      .where('reference', '=', reference)
      .where('sent_at', 'is', null)
      .where('state', 'in', open)
      .returning('payout_id')
      .executeTakeFirst()
    if (!found) return
    await tellStory(tx, { payout_id: found.payout_id, kind: 'sent', code: code ?? reference })
    const payout = await tx
      .selectFrom('payout_requests')
      .where('id', '=', found.payout_id)
      .select(['fund_drive_id', 'user_id'])
      .executeTakeFirstOrThrow()
    await tell(tx, `drive:${payout.fund_drive_id}`)
    await tell(tx, `person:${payout.user_id}`)
    await tell(tx, 'office:desk')
  })

/** Stores the provider's state of an unfinished attempt; `unknown` while it says nothing. */
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

/** Books that it arrived. The cost may become known later than that. */
export const transferSucceeded = (
  db: Db,
  reference: string,
  { fee, code, isOther = false }: { fee: number | null; code?: string; isOther?: boolean },
): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, { id: attemptId, clearing }) => {
    const closing = { state: 'success' as const, fee, ...(code ? { provider_code: code } : {}) }
    const isFirst = await close(tx, attemptId, closing)
    const woken = isFirst ? undefined : await wakeUp(tx, payout, attemptId, closing)
    if (!isFirst && !woken) {
      await learnFee(tx, payout, { id: attemptId, clearing }, fee)
      return 'already'
    }
    const from = woken ?? 'approved'
    await move(tx, payout, { step: 'completed', from, by: 'provider' }, { code: code ?? reference })
    await post(tx, 'payout_sent', payout.id, [
      { leg: 1, debit: 'payouts_in_flight', credit: clearing, amount: payout.net },
      { leg: 2, debit: 'provider_fees', credit: clearing, amount: fee ?? 0 },
    ])
    if (isOther)
      await raiseDiscrepancy(tx, 'transfer to another name', reference, { payout: payout.id, net: payout.net })
    return 'done'
  })

/**
 * Completes a request whose attempt was given up and has arrived all the same: the money is gone. If a person has decided
 * otherwise meanwhile, a person has to look, because then it may have gone twice.
 */
async function wakeUp(
  tx: Tx,
  payout: Payout,
  attemptId: number,
  closing: Closing,
): Promise<'processing' | 'waiting' | undefined> {
  const attempt = await tx
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.id', '=', attemptId)
    .where('a.state', '=', 'failed')
    .select(['a.reference', 'o.status'])
    .executeTakeFirst()
  if (!attempt) return undefined
  if (attempt.status !== 'processing' && attempt.status !== 'waiting') {
    const facts = { payout: payout.id, status: attempt.status, net: payout.net }
    await raiseDiscrepancy(tx, 'transfer arrived after it was given up', attempt.reference, facts)
    return undefined
  }
  await tx
    .updateTable('payout_attempts')
    .set({ ...closing, updated_at: sql<Date>`now()` })
    .where('id', '=', attemptId)
    .execute()
  return attempt.status
}

async function learnFee(tx: Tx, payout: Payout, { id, clearing }: Attempt, fee: number | null): Promise<void> {
  if (fee === null) return
  const { numUpdatedRows } = await tx
    .updateTable('payout_attempts')
    .set({ fee })
    .where('id', '=', id)
    .where('state', 'in', ['success', 'returned'])
    .where('fee', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return
  await post(tx, 'payout_sent', payout.id, [{ leg: 2, debit: 'provider_fees', credit: clearing, amount: fee }])
}

/**
 * Fails an attempt finally: the request is open again and the money stays set aside, so that a person may try once more. A
 * worker that says so without the provider having it must hold the lease.
 */
export const transferFailed = (db: Db, reference: string, why: string, lease?: string): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, { id: attemptId }) => {
    if (!(await close(tx, attemptId, { state: 'failed', why: why.slice(0, 500) }, lease))) return 'already'
    await putBack(tx, payout, reference, why)
    return 'done'
  })

/** Makes the request wait again, and calls a person: its owner expects the money. */
async function putBack(tx: Tx, payout: Payout, reference: string, why: string): Promise<void> {
  await move(tx, payout, { step: 'put_back', from: 'approved', by: 'provider' }, { note: why.slice(0, 1000) })
  await callSomebody(
    tx,
    codeOf(why) === 'no_money' ? 'transfer waits for money' : 'transfer failed',
    payout,
    reference,
    why,
  )
}

const callSomebody = (
  tx: Tx,
  kind: DiscrepancyKind,
  { id, net }: Payout,
  reference: string,
  why: string,
): Promise<void> => raiseDiscrepancy(tx, kind, reference, { payout: id, net, why: why.slice(0, 500) })

/**
 * Books that it came back after it had arrived. The cost of sending it is spent, unless the provider says that it costs less
 * now. A transfer that came back on its way has failed.
 */
export const transferReturned = (
  db: Db,
  reference: string,
  why: string,
  fee: number | null = null,
): Promise<'done' | 'already'> =>
  onAttempt(db, reference, async (tx, payout, { id: attemptId, clearing }, wallet) => {
    if (await close(tx, attemptId, { state: 'failed', why: why.slice(0, 500) })) {
      await putBack(tx, payout, reference, why)
      return 'done'
    }
    const returned = await tx
      .updateTable('payout_attempts')
      .set({ state: 'returned', why: why.slice(0, 500), updated_at: sql<Date>`now()` })
      .where('id', '=', attemptId)
      .where('state', '=', 'success')
      .returning('fee')
      .executeTakeFirst()
    if (!returned || returned.fee === null) await learnFee(tx, payout, { id: attemptId, clearing }, fee)
    if (!returned) return 'already'
    const less = fee === null ? 0 : Math.max(0, (returned.fee ?? 0) - fee)
    if (less > 0) await tx.updateTable('payout_attempts').set({ fee }).where('id', '=', attemptId).execute()
    await move(tx, payout, { step: 'returned', from: 'completed', by: 'provider' }, { note: 'returned by provider' })
    await release(wallet, tx, payout.amount)
    await post(tx, 'payout_returned', payout.id, [
      { leg: 1, debit: clearing, credit: { drive: payout.fund_drive_id }, amount: payout.net },
      { leg: 2, debit: clearing, credit: 'provider_fees', amount: less },
    ])
    await callSomebody(tx, 'transfer came back', payout, reference, why)
    return 'done'
  })

const open = ['sending', 'pending', 'unknown'] as const

/** An attempt, and the account of the provider that sends it. */
type Attempt = { id: number; clearing: ReturnType<typeof clearingOf> }
type Step = (tx: Tx, payout: Payout, attempt: Attempt, wallet: Wallet) => Promise<'done' | 'already'>

async function onAttempt(db: Db, reference: string, step: Step): Promise<'done' | 'already'> {
  const attempt = await db
    .selectFrom('payout_attempts')
    .where('reference', '=', reference)
    .select(['id', 'payout_id', 'provider'])
    .executeTakeFirst()
  if (!attempt) throw new Refusal(payoutTexts.updateFailed, { status: 404 })
  const one = { id: attempt.id, clearing: clearingOf(attempt.provider) }
  return deciding(db, attempt.payout_id, (tx, payout, wallet) => step(tx, payout, one, wallet))
}

type Closing = { state: 'success' | 'failed'; fee?: number | null; why?: string; provider_code?: string }

/** Closes an open attempt; false if it was closed before, or if another worker has the lease. */
async function close(tx: Tx, id: number, closing: Closing, lease?: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_attempts')
    .set({ ...closing, next_check_at: null, lease: null, leased_until: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', open)
    .$if(lease !== undefined, (query) => query.where('lease', '=', lease!).where('leased_until', '>', sql<Date>`now()`))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * True if the provider has sent something for it that we have forgotten, until a person has looked: a restored backup knows less
 * than the provider.
 */
export async function isForgotten(tx: Tx, payoutId: number): Promise<boolean> {
  const strange = await tx
    .selectFrom('discrepancies')
    .where('kind', '=', strangeTransfer)
    .where('state', '=', 'open')
    .where('subject', 'like', `pay-${payoutId}-%`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return strange !== undefined
}

/** Refuses a request that the provider has sent and we have forgotten. */
export async function refuseForgotten(tx: Tx, payoutId: number): Promise<void> {
  if (await isForgotten(tx, payoutId)) throw new Refusal(payoutTexts.forgotten)
}
/** The discrepancy of a transfer that the provider has, while no attempt of ours has its reference. */
export const strangeTransfer = 'transfer that is not ours'
