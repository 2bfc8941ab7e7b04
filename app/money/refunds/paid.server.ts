import { type SqlBool, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refundTexts } from './refund.ts'

// A payment that came in, locked while a part of it goes back.

export type PaidPayment = Awaited<ReturnType<typeof lockPaid>>

/** Locks a payment: of a refund and a chargeback at once, the later sees what is left to refund. */
export async function lockPaid(tx: Tx, reference: string) {
  const payment = await tx
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['id', 'reference', 'provider', 'kind', 'fund_drive_id', 'status', 'amount', 'reversed'])
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new Refusal(refundTexts.missing, { status: 404 })
  if (payment.status !== 'succeeded') throw new Refusal(refundTexts.notPaid)
  return payment
}

/** Spelt out: once Postgres plans without the values, only these words tell it which index fits. */
export const refundOpen = sql<SqlBool>`kind = 'refund' and state = 'open'`
