import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, ownersList } from '#app/platform/list.server.ts'
import { all, statementOf, withinSpan } from './statement.server.ts'
import { type Span, type StatementLine, spanOfStatement } from './statement.ts'
import { statementView } from './statement-list.tsx'

/**
 * A drive's statement, of some days or of all. Amounts are numbers, in shillings, in its file. Gifts recorded by hand are below the
 * postings, on the last page.
 */
export const statementList = ownersList({
  view: statementView,
  file: 'statement',
  sorts: byNumber('id').sorts,
  size: 200,
  async read(db, { driveId, filter, list }, size) {
    const span = spanOfStatement(filter)
    const { first, before } = await boundsOf(db, driveId, span)
    const after = /^[1-9]\d{0,14}$/.test(list.after ?? '') ? Number(list.after) : before
    const { lines, next } = await statementOf(db, driveId, { first, before: Math.min(after, before), limit: size })
    if (next !== null) return { rows: lines, next: String(next) }
    return { rows: [...lines, ...(await recordedLines(db, driveId, span))], next: null }
  },
  /** Each page of the file begins with the final balance of the one before. No address holds one. */
  async readFile(db, { driveId, filter, list: { after } }, size) {
    const span = spanOfStatement(filter)
    const from = after === null ? await boundsOf(db, driveId, span) : (JSON.parse(after) as Bounds)
    const { lines, next } = await statementOf(db, driveId, { ...from, limit: size })
    if (next === null)
      return { rows: [...lines, ...(await recordedLines(db, driveId, span))] satisfies StatementLine[], next }
    const last = lines.at(-1)
    const rest = { ...from, before: next, balance: last && last.balance - last.amount }
    return { rows: lines, next: JSON.stringify(rest) }
  },
})

/** The range of the numbers of some days' postings: from `first` on, and below `before`. */
type Bounds = { first: number; before: number }

/** Finds where the days begin and end in a drive's postings. A statement is ordered by their numbers. */
export async function boundsOf(db: Db, driveId: string, { from, to }: Span): Promise<Bounds> {
  if (!from && !to) return { first: 1, before: all }
  const begins = sql`${from ?? '1000-01-01'}::date::timestamp at time zone 'Africa/Nairobi'`
  const ends = sql`(${to ?? '9000-01-01'}::date + 1)::timestamp at time zone 'Africa/Nairobi'`
  const { rows } = await sql<{ first: number | null; after: number | null }>`
    with account as (select id from ledger_accounts where fund_drive_id = ${driveId})
    select min(id) filter (where created_at >= ${begins}) as first, min(id) filter (where created_at >= ${ends}) as after
    from (
      select id, created_at from ledger_transfers where ${withinSpan('credit')}
      union all
      select id, created_at from ledger_transfers where ${withinSpan('debit')}
    ) postings`.execute(db)
  return { first: from ? (rows[0]!.first ?? all) : 1, before: rows[0]!.after ?? all }
}

/**
 * Reads the gifts recorded by hand on these days, newest first, as lines below a statement: no balance counts them, because they did
 * not come through us. A drive has 5,000 of them at most.
 */
async function recordedLines(db: Db, driveId: string, { from, to }: Span): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select -r.id as id, 'recorded' as kind, (r.given_on + time '12:00') at time zone 'Africa/Nairobi' as at, 0::bigint as amount,
      r.amount as whole, 'N' || r.id as reference, case when not r.anonymous then r.name end as name, o.full_name as by
    from recorded_gifts r join profiles o on o.user_id = r.recorded_by
    where r.fund_drive_id = ${driveId} and r.voided_at is null
      and r.given_on between ${from ?? '1000-01-01'}::date and ${to ?? '9000-01-01'}::date
    order by r.given_on desc, r.id desc`.execute(db)
  return rows.map((line) => ({ ...line, balance: null }))
}
