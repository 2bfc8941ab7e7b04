import { type SqlBool, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { answerDispute } from '#app/money/disputes/dispute.server.ts'
import { disputeTexts as disputeSays } from '#app/money/disputes/dispute.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { disputeDecisionTexts } from './disputes.ts'

export type AnsweredDispute =
  | { is: 'accept'; amount: number | undefined; text: string }
  | { is: 'decline'; text: string }

/**
 * Answers a dispute for an administrator. The answer is stored, and logged, before the provider is told; of two at once
 * the second finds it stored. An answer that the provider refuses is taken back, and that is logged, too.
 */
export async function answerAs(db: Db, disputeId: number, answer: AnsweredDispute, by: Actor): Promise<void> {
  const { extId, provider } = await db.transaction().execute((tx) => claim(tx, disputeId, answer, by))
  try {
    const amount = answer.is === 'accept' ? { amount: answer.amount } : {}
    await answerDispute(db, extId, { ...amount, is: answer.is, by: by.id, message: answer.text }, provider)
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === 'answer not taken'
    if (isRefused) await db.transaction().execute((tx) => takeBack(tx, disputeId, by))
    throw error
  }
}

/** A lost answer may be given again after a while: the provider takes one only, whatever we do. */
const free = sql<SqlBool>`(answered_at is null or answered_at < now() - interval '2 minutes')`

async function claim(tx: Tx, disputeId: number, answer: AnsweredDispute, by: Actor) {
  const dispute = await tx
    .selectFrom('disputes')
    .where('id', '=', disputeId)
    .select(['ext_id', 'provider', 'payment_id', 'amount', 'status', free.as('free')])
    .forUpdate()
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeSays.noDispute, { status: 404 })
  if (dispute.status !== 'open') throw new Refusal(disputeSays.answered)
  if (!dispute.free) throw new Refusal(disputeDecisionTexts.answering)
  const amount = answer.is === 'accept' ? (answer.amount ?? dispute.amount) : null
  if (amount !== null && (amount <= 0 || amount > dispute.amount))
    throw new Refusal(disputeSays.tooMuch, { status: 422, field: 'amount' })
  await tx
    .updateTable('disputes')
    .set({ answer: answer.is, answer_amount: amount, answer_text: answer.text, answered_by: by.id })
    .set({ answered_at: sql<Date>`now()` })
    .where('id', '=', disputeId)
    .execute()
  const after = { answer: answer.is, amount, payment: dispute.payment_id }
  await record(tx, { by, act: 'dispute answered', noun: 'dispute', subject: disputeId, after, why: answer.text })
  await notifyAdmins(tx, dispute.payment_id)
  return { extId: dispute.ext_id, provider: dispute.provider }
}

async function takeBack(tx: Tx, disputeId: number, by: Actor): Promise<void> {
  const none = { answer: null, answer_amount: null, answer_text: '', answered_by: null, answered_at: null }
  const dispute = await tx
    .updateTable('disputes')
    .set(none)
    .where('id', '=', disputeId)
    .where('status', '=', 'open')
    .returning('payment_id')
    .executeTakeFirst()
  if (!dispute) return
  const after = { answer: null, refused: true }
  await record(tx, { by, act: 'dispute answered', noun: 'dispute', subject: disputeId, after })
  await notifyAdmins(tx, dispute.payment_id)
}

async function notifyAdmins(tx: Tx, paymentId: number): Promise<void> {
  await tell(tx, `payment:${paymentId}`)
  await tell(tx, 'office:disputes')
}
