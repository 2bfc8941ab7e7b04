import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { since } from './post.server.ts'

/** The postings since the last time that make a new balance worth storing. */
const worth = 500
const accountsAtOnce = 1000

/**
 * Stores the balances of the accounts with many new postings. Run by cron; a missing or old balance makes reading slower, never
 * wrong. Returns how many were stored.
 */
export async function keepBalances(db: Db, atLeast = worth): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ledger_accounts a left join ledger_balances b on b.account_id = a.id
    where ${sincePart(sql.ref('debit_account'), atLeast)} + ${sincePart(sql.ref('credit_account'), atLeast)} >= ${atLeast}::int
    limit ${accountsAtOnce}`.execute(db)
  // One statement each, and nothing else in its transaction: so the sum and the snapshot are of the same moment.
  for (const { id } of rows) await keepBalance(db, id)
  return rows.length
}

/**
 * Counts in the order of an index, so that the planner walks the index. Without it the planner took an account for one of a few with
 * a million postings each and read the whole ledger until it found some, once for every drive.
 */
const sincePart = (side: ReturnType<typeof sql.ref>, most: number) => sql`(select count(*) from (
    select from ledger_transfers t where t.${side} = a.id and ${since} order by t.xid limit ${most}::int) x)`

const sumOf = (side: ReturnType<typeof sql.ref>) =>
  sql`coalesce((select sum(t.amount) from ledger_transfers t where t.${side} = a.id and ${since}), 0)`

/**
 * Stores one balance. Two runs at once do no harm: each writes a whole balance with its own snapshot. The older does not replace the
 * newer, only because reading would be slower.
 */
const keepBalance = (db: Db, accountId: number) =>
  sql`
    insert into ledger_balances (account_id, debits, credits, snap)
    select a.id, coalesce(b.debits, 0) + ${sumOf(sql.ref('debit_account'))},
      coalesce(b.credits, 0) + ${sumOf(sql.ref('credit_account'))}, pg_current_snapshot()
    from ledger_accounts a left join ledger_balances b on b.account_id = a.id
    where a.id = ${accountId}
    on conflict (account_id) do update
      set debits = excluded.debits, credits = excluded.credits, snap = excluded.snap, kept_at = now()
      where pg_snapshot_xmax(ledger_balances.snap) <= pg_snapshot_xmax(excluded.snap)`.execute(db)
