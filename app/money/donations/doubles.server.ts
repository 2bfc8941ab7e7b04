import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The number of newest gifts that are checked: more than an hour has. */
const newest = 50_000

/**
 * Finds gifts that a person may have given twice without meaning to: in two tabs, or after going back. Both are real, so
 * nothing is undone; a person is asked to look. Run by cron. Returns how many were found.
 */
export async function findDoubles(db: Db): Promise<number> {
  const { rows } = await sql<{ first: string; second: string; drive: string; amount: number }>`
    select p.reference as first, q.reference as second, e.fund_drive_id::text as drive, e.amount
    from donations e
      join payments q on q.id = e.payment_id
      join donations d on d.fund_drive_id = e.fund_drive_id and d.id < e.id and d.amount = e.amount
        and d.created_at > e.created_at - interval '15 minutes' and lower(d.donor_email) = lower(e.donor_email)
      join payments p on p.id = d.payment_id
    where e.id > (select coalesce(max(id), 0) - ${newest}::bigint from donations)
      and e.created_at > now() - interval '1 hour' and e.donor_email <> '' and p.reversed = 0 and q.reversed = 0
      and not exists (select from discrepancies b where b.kind = 'possible double' and b.subject = q.reference)
    limit 100`.execute(db)
  for (const { first, second, drive, amount } of rows)
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'possible double', second, { first, drive, amount }))
  return rows.length
}
