import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { orPrimary } from '#app/platform/postgres/replica.server.ts'
import { since } from './post.server.ts'

/** The books at one moment: all reads within it are consistent, though money comes in meanwhile. */
export type Moment = { tx: Tx; mark: LedgerMark & { keptAt: Date }; ownAccounts: OwnAccounts; today: string }

export const atOneMoment = <Read>(db: Db, read: (moment: Moment) => Promise<Read>): Promise<Read> =>
  orPrimary(db, (from) =>
    from
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { rows } = await sql<LedgerMark & { keptAt: Date; today: string }>`
        select snap::text, pg_snapshot_xmin(snap)::text as since, kept_at as "keptAt",
          (now() at time zone 'Africa/Nairobi')::date::text as today
        from sum_marks`.execute(tx)
        const { today, ...mark } = rows[0]!
        return read({ tx, mark, ownAccounts: await ownAccountsOf(tx), today })
      }),
  )

// The part of the ledger that is not in the stored sums yet, and how it is counted: alike for storing and for reading.

/** The point up to which sums were stored. `since`: no transaction before it is missing there. */
type LedgerMark = { snap: string; since: string }
/** The app's own accounts, id by code. */
type OwnAccounts = Record<string, number>

async function ownAccountsOf(db: Db | Tx): Promise<OwnAccounts> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .where('fund_drive_id', 'is', null)
    .select(['id', 'code'])
    .execute()
  return Object.fromEntries(rows.map(({ id, code }) => [code, id]))
}

/**
 * SQL: the postings since. Each has one of the platform's accounts on one side at least, and is found by that: by debit, and those
 * without a debit there by credit. `until` leaves out a transaction and all that came after it.
 */
export function freshSince({ snap, since }: LedgerMark, ownAccounts: OwnAccounts, until?: string): RawBuilder<unknown> {
  const ids = sql`${`{${Object.values(ownAccounts).join(',')}}`}::bigint[]`
  const unseen = sql`t.xid >= ${since}::xid8 and not pg_visible_in_snapshot(t.xid, ${snap}::pg_snapshot)
    ${until ? sql`and t.xid < ${until}::xid8` : sql``}`
  const columns = sql`t.event_kind, t.subject_id, t.leg, t.debit_account, t.credit_account, t.amount,
    (t.created_at at time zone 'Africa/Nairobi')::date as day`
  return sql`
    select ${columns} from ledger_transfers t where t.debit_account = any(${ids}) and ${unseen}
    union all
    select ${columns} from ledger_transfers t where t.credit_account = any(${ids}) and t.debit_account <> all(${ids}) and ${unseen}`
}

/** The id in place of a drive that is gone, and for all together. */
export const gone = '00000000-0000-0000-0000-000000000000'

/** SQL: the money that came in and went back, by posting: its drive and channel, and the sums it adds to. */
export function countedIn(fresh: RawBuilder<unknown>, ownAccounts: OwnAccounts): RawBuilder<unknown> {
  const [clearing, other, fees, revenue] = [
    'provider_clearing',
    'mpesa_clearing',
    'provider_fees',
    'platform_revenue',
  ].map((code) => sql`${ownAccounts[code]!}::bigint`)
  const came = sql`t.event_kind <> 'reversal'`
  const when = (what: RawBuilder<unknown>) => sql`case when ${what} then t.amount else 0 end`
  return sql`
    select t.day, p.kind, coalesce(p.channel, 'other') as channel, coalesce(p.fund_drive_id, ${gone}::uuid) as drive,
      case when ${came} and t.leg = 1 then 1 else 0 end as payments,
      ${when(sql`${came} and t.debit_account in (${clearing}, ${other})`)} as gross,
      ${when(sql`${came} and t.credit_account = ${revenue}`)} as fee,
      ${when(sql`${came} and t.debit_account = ${fees}`)} as provider_fee,
      ${when(sql`not ${came}`)} as back,
      ${when(sql`not ${came} and t.debit_account = ${revenue}`)} as fee_back
    from ${fresh} t
      left join reversals r on t.event_kind = 'reversal' and r.id = t.subject_id
      join payments p on p.id = coalesce(r.payment_id, t.subject_id)
    where t.event_kind in ('donation', 'subscription', 'reversal')`
}

/** SQL: the debits and credits of each account, by month. The accounts of all drives are one. */
export function movedIn(fresh: RawBuilder<unknown>, ownAccounts: OwnAccounts): RawBuilder<unknown> {
  const codes = sql.join(Object.entries(ownAccounts).map(([code, id]) => sql`(${id}::bigint, ${code}::text)`))
  const side = (account: string, debits: RawBuilder<unknown>, credits: RawBuilder<unknown>) => sql`
    select date_trunc('month', t.day)::date as starts, coalesce(h.code, 'payable') as account, ${debits} as debits, ${credits} as credits
    from ${fresh} t left join (values ${codes}) h (id, code) on h.id = t.${sql.ref(account)}`
  return sql`${side('debit_account', sql`t.amount`, sql`0`)} union all ${side('credit_account', sql`0`, sql`t.amount`)}`
}

/** The postings since the last time that make it worth updating the sums. */
const worth = 200
/** The most postings added at once, so that no statement takes for ever when the books are old and the sums are new. */
const mostAtOnce = 50_000

/**
 * Adds new postings of the ledger to the sums. Run by cron; old sums make reading slower, never wrong. Returns how many postings were
 * added.
 */
export async function keepSums(db: Db, { atLeast = worth, atOnce = mostAtOnce } = {}): Promise<number> {
  for (let all = 0; ; ) {
    const kept = await db.transaction().execute((tx) => keepSome(tx, { atLeast: all > 0 ? 1 : atLeast, atOnce }))
    all += kept
    if (kept === 0) return all
  }
}

async function keepSome(tx: Tx, { atLeast, atOnce }: { atLeast: number; atOnce: number }): Promise<number> {
  // Only one run at a time: two that add the same postings would count them twice.
  const { rows } = await sql<LedgerMark>`
    select snap::text, pg_snapshot_xmin(snap)::text as since from sum_marks for update skip locked`.execute(tx)
  const [mark] = rows
  if (!mark) return 0
  const ownAccounts = await ownAccountsOf(tx)
  const until = await breakAt(tx, { mark, ownAccounts, atOnce })
  const fresh = freshSince(mark, ownAccounts, until)
  const { rows: due } = await sql<{ n: number }>`
    select count(*) as n from (select from (${fresh}) f limit ${atLeast}::int) x`.execute(tx)
  if (due[0]!.n < atLeast) return 0
  return add(tx, { fresh, ownAccounts, until })
}

/**
 * Returns the first transaction to leave out when there is more than is added at once. All transactions before it have ended, so
 * "everything before it" is as good as a snapshot. It lies beyond the end of the stored snapshot: an earlier cut would drop
 * transactions that are in the sums already, and they would be added once more.
 */
async function breakAt(
  tx: Tx,
  { mark, ownAccounts, atOnce }: { mark: LedgerMark; ownAccounts: OwnAccounts; atOnce: number },
) {
  const { rows } = await sql<{ until: string }>`
    select (xid::text::bigint + 1)::text as until from ledger_transfers t
    where t.debit_account in (${ownAccounts.provider_clearing!}::bigint, ${ownAccounts.mpesa_clearing!}::bigint)
      and t.xid >= pg_snapshot_xmax(${mark.snap}::pg_snapshot)
      and t.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by t.xid offset ${atOnce}::int limit 1`.execute(tx)
  return rows[0]?.until
}

type Adding = { fresh: RawBuilder<unknown>; ownAccounts: OwnAccounts; until: string | undefined }

/** Adds in one statement, so that the added postings and the snapshot are of the same moment. */
async function add(tx: Tx, { fresh, ownAccounts, until }: Adding): Promise<number> {
  const snap = until ? sql`${`${until}:${until}:`}::pg_snapshot` : sql`pg_current_snapshot()`
  const { rows } = await sql<{ n: number }>`
    with fresh as materialized (${fresh}),
    counted as materialized (${countedIn(sql`fresh`, ownAccounts)}),
    revenue as (
      insert into revenue_sums (span, starts, kind, channel, fund_drive_id, payments, gross, fee, provider_fee, back, fee_back)
      select s.span, case s.span when 'month' then date_trunc('month', c.day)::date else c.day end, c.kind, c.channel,
        case s.span when 'all drives' then ${gone}::uuid else c.drive end,
        sum(c.payments), sum(c.gross), sum(c.fee), sum(c.provider_fee), sum(c.back), sum(c.fee_back)
      from counted c cross join (values ('day'), ('month'), ('all drives')) s (span)
      group by 1, 2, 3, 4, 5
      on conflict (span, starts, kind, channel, fund_drive_id) do update set
        payments = revenue_sums.payments + excluded.payments, gross = revenue_sums.gross + excluded.gross,
        fee = revenue_sums.fee + excluded.fee, provider_fee = revenue_sums.provider_fee + excluded.provider_fee,
        back = revenue_sums.back + excluded.back, fee_back = revenue_sums.fee_back + excluded.fee_back
    ), moved as (
      insert into account_months (starts, account, debits, credits)
      select m.starts, m.account, sum(m.debits), sum(m.credits) from (${movedIn(sql`fresh`, ownAccounts)}) m group by 1, 2
      on conflict (starts, account) do update set
        debits = account_months.debits + excluded.debits, credits = account_months.credits + excluded.credits
    ), marked as (update sum_marks set snap = ${snap}, kept_at = now())
    select count(*) as n from fresh`.execute(tx)
  return rows[0]!.n
}

/** The postings since the last time that make a new balance worth storing. */
const worthBalance = 500
const accountsAtOnce = 1000

/**
 * Stores the balances of the accounts with many new postings. Run by cron; a missing or old balance makes reading slower, never
 * wrong. Returns how many were stored.
 */
export async function keepBalances(db: Db, atLeast = worthBalance): Promise<number> {
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
