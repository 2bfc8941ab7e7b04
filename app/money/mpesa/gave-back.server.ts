import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

// M-Pesa's answers that it gave a payment back, on an order of ours.

/** M-Pesa's code for a payment that went back before. */
export const before = 'R000001'

/** Builds the condition that M-Pesa says the payment went back, so its code is not made up. */
export const gaveBack = (orders = 'mpesa_asks') =>
  sql`${sql.ref(`${orders}.what`)} = 'reversal' and ${sql.ref(`${orders}.code`)} in ('0', ${sql.lit(before)})`

/**
 * Finds orders that M-Pesa carried out minutes ago, and whose payment is in the books still: the job was lost, or the money has
 * another place than when it was ordered.
 */
export async function leftToBook(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from mpesa_asks a join mpesa_receipts r on r.receipt = a.subject
      left join suspense s on s.id = r.suspense_id left join payments p on p.id = r.payment_id
    where ${gaveBack('a')} and a.answered_at < now() - interval '1 minute' and (s.state = 'open' or p.reversed < p.amount)
    order by a.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
