import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

// A dispute that was lost ends in a refund at the provider, which says whose end it is. Should one not say so, the same money
// would be booked twice: as a chargeback and as a refund that a person made there.

type Foreign = { payment: { id: number; provider: string }; extId: string; amount: number; at?: Date | undefined }

/** Whether what went back without being asked by us may be in the books already, under the other name. */
export const isBookedBefore = (tx: Tx, kind: 'refund' | 'chargeback', foreign: Foreign): Promise<boolean> =>
  kind === 'refund' ? mayBeDisputes(tx, foreign) : mayBeRefunded(tx, foreign)

/**
 * A refund that we did not ask for may be the end of a dispute that was lost and is booked: of the same amount, made since the
 * dispute was opened, and the first such one.
 */
const mayBeDisputes = (tx: Tx, { payment, extId, amount, at }: Foreign): Promise<boolean> =>
  isTrue(
    tx,
    sql`exists (select from reversals c join disputes q on (q.provider, q.ext_id) = (c.provider, c.ext_id)
      where c.payment_id = ${payment.id} and c.kind = 'chargeback' and c.state = 'done' and c.amount = ${amount}
        and coalesce(${at ?? null}::timestamptz >= q.created_at - interval '1 minute', true))
    and not exists (select from reversals s where s.payment_id = ${payment.id} and s.kind = 'refund' and s.state = 'failed'
        and s.asked_by is null and s.amount = ${amount} and s.ext_id <> ${extId})`,
  )

/** The other way round: the refund of this dispute, which is lost now, may have been booked since it was opened here. */
const mayBeRefunded = (tx: Tx, { payment, extId, amount }: Foreign): Promise<boolean> =>
  isTrue(
    tx,
    sql`exists (select from reversals r join disputes q on q.payment_id = r.payment_id
      where r.payment_id = ${payment.id} and r.kind = 'refund' and r.state = 'done' and r.asked_by is null
        and r.amount = ${amount} and q.provider = ${payment.provider} and q.ext_id = ${extId}
        and q.created_at < r.created_at)`,
  )

async function isTrue(tx: Tx, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: SqlBool }>`select ${condition} as "is"`.execute(tx)
  return rows[0]!.is === true
}
