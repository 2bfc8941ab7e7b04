import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { Span, StatementLine } from './statement.ts'

/**
 * What was recorded by hand on these days, newest first, as lines below a statement: gifts that no balance counts, because they
 * did not come through us. A drive has 5,000 of them at most.
 */
export async function recordedLines(db: Db, driveId: string, { from, to }: Span): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select -r.id as id, 'recorded' as kind, (r.given_on + time '12:00') at time zone 'Africa/Nairobi' as at, 0::bigint as amount,
      r.amount as whole, 'N' || r.id as reference, case when not r.anonymous then r.name end as name, o.full_name as by
    from recorded_gifts r join profiles o on o.user_id = r.recorded_by
    where r.fund_drive_id = ${driveId} and r.voided_at is null
      and r.given_on between ${from ?? '1000-01-01'}::date and ${to ?? '9000-01-01'}::date
    order by r.given_on desc, r.id desc`.execute(db)
  return rows.map((line) => ({ ...line, balance: null }))
}
