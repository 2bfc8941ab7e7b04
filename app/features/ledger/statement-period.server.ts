import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { Span } from './statement-period.ts'

/** Between which numbers the postings of some days stand: from `first` on, and below `before`. */
export type Bounds = { first: number; before: number }

const none = Number.MAX_SAFE_INTEGER

/** Where the days begin and end in a drive's postings. Their numbers are what a statement is ordered by. */
export async function boundsOf(db: Db, driveId: string, { from, to }: Span): Promise<Bounds> {
  if (!from && !to) return { first: 1, before: none }
  const begins = sql`${from ?? '1000-01-01'}::date::timestamp at time zone 'Africa/Nairobi'`
  const ends = sql`(${to ?? '9000-01-01'}::date + 1)::timestamp at time zone 'Africa/Nairobi'`
  const { rows } = await sql<{ first: number | null; after: number | null }>`
    with account as (select id from ledger_accounts where fund_drive_id = ${driveId})
    select min(id) filter (where created_at >= ${begins}) as first, min(id) filter (where created_at >= ${ends}) as after
    from (
      select id, created_at from ledger_transfers where credit_account = (select id from account)
      union all
      select id, created_at from ledger_transfers where debit_account = (select id from account)
    ) postings`.execute(db)
  return { first: from ? (rows[0]!.first ?? none) : 1, before: rows[0]!.after ?? none }
}
