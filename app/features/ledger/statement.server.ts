import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { EventKind } from './post.server.ts'

/** A line of a drive's statement: what the owner's share gained or lost, and what it came to. In cents. */
export type StatementLine = {
  id: number
  kind: EventKind
  /** The payment, payout, reversal or write-off. */
  subject: number
  amount: number
  balance: number
  at: Date
}

/** What a drive's owner is owed, posting by posting, newest first. The balance of each line is exact on every page. */
export async function statementOf(
  db: Db,
  driveId: string,
  { before, limit = 50 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ lines: StatementLine[]; next: number | null }> {
  const { rows } = await sql<StatementLine>`
    with account as materialized (select id from ledger_accounts where fund_drive_id = ${driveId}),
    moves as (
      select t.id, t.event_kind, t.subject_id, t.amount, t.created_at from ledger_transfers t
      where t.credit_account = (select id from account)
      union all
      select t.id, t.event_kind, t.subject_id, -t.amount, t.created_at from ledger_transfers t
      where t.debit_account = (select id from account)
    ),
    page as (
      select * from moves where id < ${before ?? null}::bigint or ${before ?? null}::bigint is null
      order by id desc limit ${Math.min(limit, 1000) + 1}
    )
    select p.id, p.event_kind as kind, p.subject_id as subject, p.amount::bigint as amount, p.created_at as at,
      (coalesce((select sum(m.amount) from moves m where m.id < (select min(id) from page)), 0)
        + sum(p.amount) over (order by p.id))::bigint as balance
    from page p order by p.id desc`.execute(db)
  const lines = rows.slice(0, Math.min(limit, 1000))
  return { lines, next: rows.length > lines.length ? lines.at(-1)!.id : null }
}
