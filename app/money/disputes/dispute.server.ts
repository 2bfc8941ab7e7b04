import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Came } from '#app/money/payments/events.server.ts'
import { syncRefunds } from '#app/money/refunds/refund.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { nameOf, provider, providerNamed } from '#app/platform/provider.server.ts'
import type { DisputeFacts } from '#app/platform/provider.ts'
import { disputeTexts, hoursToAnswer, openHours } from './dispute.ts'
import { disputeOpened, disputeResolved } from './dispute-state.server.ts'
import { documentFor } from './evidence.server.ts'

/** A provider says that something became of a dispute. How it stands, it is asked; the payment's refunds come first. */
export async function disputeTold(
  db: Db,
  { extId, reference }: { extId: string; reference: string },
  by = nameOf(provider()),
): Promise<Came> {
  const answer = await providerNamed(by).dispute(extId)
  if (answer.is === 'dispute') return applyDispute(db, answer, by)
  return answer.is === 'missing' && !(await paymentOf(db, reference)) ? 'unknown' : 'later'
}

const paymentOf = (db: Db, reference: string) =>
  db.selectFrom('payments').where('reference', '=', reference).select(['id', 'provider']).executeTakeFirst()

/** Lets in what a provider says of a dispute, however often it says so. */
export async function applyDispute(db: Db, facts: DisputeFacts, by: string): Promise<'done' | 'later'> {
  const { extId, reference, amount, dueAt, status, resolution } = facts
  if ((await syncRefunds(db, reference, by)) === 'unknown') return 'later'
  const payment = await paymentOf(db, reference)
  try {
    if (payment && payment.provider !== by) throw new Refusal(disputeTexts.noDispute)
    if (status === 'open') await disputeOpened(db, reference, { extId, amount, dueAt })
    // One that is put away without a word was not lost.
    else await disputeResolved(db, reference, { extId, amount, resolution: resolution ?? 'declined' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Of money that is not in the books: only a person can tell what it is about.
    const about = { reference: reference.slice(0, 200), amount, status, why: error.message }
    await db.transaction().execute((tx) => raiseBreak(tx, 'dispute that fits no payment', extId, about))
  }
  return 'done'
}

/** Calls a person when half of the time to answer has passed, and again when little is left. By the clock. */
export async function checkDisputes(db: Db, at?: Date): Promise<number> {
  const now = at ?? (await databaseNow(db))
  const open = await db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.status', '=', 'open')
    .where('q.alarms', '<', 2)
    .select(['q.id', 'q.ext_id', 'q.amount', 'q.alarms', 'q.due_at', 'q.created_at', 'p.reference'])
    .orderBy('q.due_at')
    .limit(1000)
    .execute()
  let called = 0
  for (const one of open) {
    const left = one.due_at ? openHours(now, one.due_at) : hoursToAnswer - openHours(one.created_at, now)
    const due = left <= 8 ? 2 : left <= 24 ? 1 : 0
    if (due > one.alarms) called += await callSomebody(db, one, { due, left: Math.max(0, Math.floor(left)) })
  }
  return called
}

type Open = { id: number; ext_id: string; amount: number; reference: string }

const callSomebody = (db: Db, { id, ext_id, amount, reference }: Open, { due, left }: { due: number; left: number }) =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('disputes')
      .set({ alarms: due })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('alarms', '<', due)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 0
    await raiseBreak(tx, 'dispute due', ext_id, { reference, amount, hoursLeft: left })
    return 1
  })

export type OurAnswer = { by: string; message: string } & (
  | { is: 'accept'; amount?: number | undefined }
  /** The message is the evidence that the payer's bank reads. */
  | { is: 'decline' }
)

/**
 * An administrator answers a dispute; what the provider makes of it is let in at once. An answer that was lost is not given
 * again before it was asked how the dispute stands.
 */
export async function answerDispute(
  db: Db,
  extId: string,
  answer: OurAnswer,
  by = nameOf(provider()),
): Promise<DisputeFacts> {
  const dispute = await db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.ext_id', '=', extId)
    .where('q.provider', '=', by)
    .select(['q.id', 'q.amount', 'q.status', 'p.donor_name', 'p.donor_email'])
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeTexts.noDispute, { status: 404 })
  if (dispute.status !== 'open') throw new Refusal(disputeTexts.answered)
  const amount = answer.is === 'accept' ? (answer.amount ?? dispute.amount) : 0
  if (answer.is === 'accept' && (amount <= 0 || amount > dispute.amount))
    throw new Refusal(disputeTexts.tooMuch, { field: 'amount' })
  const given = await providerNamed(by).answerDispute({
    extId,
    message: answer.message,
    amountCents: amount,
    document: await documentFor(db, dispute.id, { is: answer.is, message: answer.message, amount }),
    resolution: answer.is === 'accept' ? 'merchant-accepted' : 'declined',
    payer: { name: dispute.donor_name || 'Anonymous', email: dispute.donor_email },
  })
  log.info({ audit: 'dispute answered', dispute: extId, is: answer.is, by: answer.by, outcome: given.is }, 'audit')
  const now = await providerNamed(by).dispute(extId)
  if (now.is !== 'dispute') throw new Refusal(disputeTexts.noAnswer, { status: 502 })
  await applyDispute(db, now, by)
  // Refused, or lost on its way: it waits for an answer still.
  if (given.is === 'failure' && now.status === 'open')
    throw new Refusal(disputeTexts.notAnswered, { code: 'answer not taken', status: 502 })
  return now
}
