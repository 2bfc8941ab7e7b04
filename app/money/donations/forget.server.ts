import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

// By itself, because a command asks for it: Node runs commands as they are written, and what books gifts has words in it
// that only a build understands.

/** Takes name, address and message out of the gifts of these payments; amounts, dates and numbers stay. */
export async function forgetGifts(tx: Tx, paymentIds: number[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('donations')
    .set({ donor_name: '', donor_email: '', message: '' })
    .where('payment_id', '=', sql<number>`any(${paymentIds}::bigint[])`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
