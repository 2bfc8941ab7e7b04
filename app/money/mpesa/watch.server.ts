import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { watchCardTesting } from '#app/money/payments/giving.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PromptState } from './prompt.ts'

/** The ends of requests that the phone did not pay. Requests that we or M-Pesa could not send are not among them. */
const unpaid: PromptState[] = [
  'cancelled',
  'expired',
  'wrong_pin',
  'unanswered',
  'short',
  'over_limit',
  'locked',
  'too_soon',
  'busy',
]

/** Runs both watches over failed tries. Run by cron. */
export const watchTries = (db: Db) => Promise.all([watchCardTesting(db), watchUnpaidRequests(db)])

/**
 * Calls a person if, of a drive's last twenty requests that ended within an hour, at least fifteen were not paid: a person may
 * be typing others' numbers, whose phones ring. A discrepancy closed within the hour is not opened again by the same.
 */
export async function watchUnpaidRequests(db: Db): Promise<number> {
  const requests = sql`mpesa_prompts q join payments p on p.id = q.payment_id`
  const isRecent = sql`coalesce(q.sent_at, q.created_at) > now() - interval '1 hour'`
  const { rows } = await sql<{ drive: string; failed: number }>`
    select f.drive, t.failed
    from (
      select p.fund_drive_id as drive from ${requests}
      where ${isRecent} and q.state = any(${unpaid}::text[]) and p.fund_drive_id is not null
      group by p.fund_drive_id having count(*) >= 15
    ) f
    cross join lateral (
      select count(*) filter (where state = any(${unpaid}::text[]))::int as failed
      from (
        select q.state from ${requests}
        where p.fund_drive_id = f.drive and ${isRecent} and (q.state = 'paid' or q.state = any(${unpaid}::text[]))
        order by coalesce(q.sent_at, q.created_at) desc limit 20
      ) newest
    ) t
    where t.failed >= 15 and not exists (select from discrepancies b where b.kind = 'requests that nobody pays'
      and b.subject = f.drive::text and b.closed_at > now() - interval '1 hour')`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { drive, failed } of rows)
      await raiseDiscrepancy(tx, 'requests that nobody pays', drive, { failed, of: 20 })
  })
  return rows.length
}
