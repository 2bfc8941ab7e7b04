import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** The app's own accounts. */
type OwnAccount =
  | 'provider_clearing'
  | 'mpesa_clearing'
  | 'settlement_bank'
  | 'platform_revenue'
  | 'subscription_revenue'
  | 'provider_fees'
  | 'losses'
  | 'payouts_in_flight'
  | 'suspense'
/** The account of our money at each provider. Each has its own, as each reports its own balance. */
const clearing: Record<string, OwnAccount> = { mpesa: 'mpesa_clearing' }
/** Returns the account of our money at this provider. */
export const clearingOf = (provider: string): OwnAccount => clearing[provider] ?? 'provider_clearing'
/** An account of the platform's, or that of a drive: the amount its owner is owed. */
export type Account = OwnAccount | { drive: string }

export type EventKind =
  | 'donation'
  | 'subscription'
  | 'suspense'
  | 'suspense_placed'
  | 'payout'
  | 'payout_sent'
  | 'payout_declined'
  | 'payout_returned'
  | 'reversal'
  | 'refund_sent'
  | 'refund_lost'
  | 'write_off'
  | 'settlement'
  | 'fee_corrected'

/** A transfer of `amount` cents from `credit` to `debit`. */
export type Leg = { leg: number; debit: Account; credit: Account; amount: number }

/** The postings of one subject: a payment, a payout or a reversal. */
export type Posting = { subject: number; legs: Leg[]; at?: Date | undefined }

/**
 * Writes an event's transfers; legs of nothing are left out. Each kind, subject and leg is written once: a second time fails, and
 * with it everything else in its transaction. Only this function writes ledger rows. `at` is for events recorded afterwards.
 */
export async function post(tx: Tx, kind: EventKind, subject: number, legs: Leg[], at?: Date): Promise<void> {
  const posting = postingsOf(kind, [{ subject, legs, at }])
  if (posting.legs === 0) return
  const { rows } = await sql`${posting.statement}`.execute(tx)
  posting.check(rows.length)
}

/**
 * Returns the statement of `post`, for many subjects or as a part of a larger statement: it returns a row for each transfer, and
 * `check` must be given their number.
 */
export function postingsOf(kind: EventKind, postings: Posting[]) {
  const rows = postings.flatMap(({ subject, legs, at = null }) =>
    legs.filter(({ amount }) => amount !== 0).map((leg) => ({ ...leg, subject, at })),
  )
  const each = <Value>(of: (row: (typeof rows)[number]) => Value) => sql.val(rows.map(of))
  const statement = sql`
    insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount, created_at)
    select ${kind}, m.subject, m.leg, d.id, c.id, m.amount, coalesce(m.at, now())
    from unnest(${each(({ subject }) => subject)}::bigint[], ${each(({ leg }) => leg)}::smallint[],
        ${each(({ debit }) => codeOf(debit))}::text[], ${each(({ credit }) => codeOf(credit))}::text[],
        ${each(({ amount }) => amount)}::bigint[], ${each(({ at }) => at)}::timestamptz[])
        m (subject, leg, debit, credit, amount, at)
      join ledger_accounts d on d.code = m.debit collate "C"
      join ledger_accounts c on c.code = m.credit collate "C"
    order by m.subject, m.leg
    returning leg`
  const check = (written: number) => {
    if (written !== rows.length)
      throw new Error(`an account of ${kind} ${postings.map(({ subject }) => subject)} does not exist`)
  }
  return { statement, legs: rows.length, check }
}

const codeOf = (account: Account) => (typeof account === 'string' ? account : `drive:${account.drive}:payable`)

/**
 * Returns the balance of an account: debits less credits for assets and expenses, the reverse for the others. Adds the postings since
 * the stored balance, found by its snapshot.
 */
export async function balanceOf(db: Db | Tx, account: Account): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select (case when a.kind in ('asset', 'expense') then 1 else -1 end * (
      coalesce(b.debits, 0) - coalesce(b.credits, 0)
      + coalesce((select sum(t.amount) from ledger_transfers t where t.debit_account = a.id and ${since}), 0)
      - coalesce((select sum(t.amount) from ledger_transfers t where t.credit_account = a.id and ${since}), 0)))::bigint as balance
    from ledger_accounts a left join ledger_balances b on b.account_id = a.id
    where a.code = ${codeOf(account)}`.execute(db)
  if (!rows[0]) throw new Error(`there is no account ${codeOf(account)}`)
  return rows[0].balance
}

/** SQL: transfer `t` is not in the stored balance `b`. The first half is the one that an index can find. */
export const since = sql<boolean>`t.xid >= coalesce(pg_snapshot_xmin(b.snap), '0'::xid8)
  and (b.snap is null or not pg_visible_in_snapshot(t.xid, b.snap))`

/** Returns all transfers of these kinds for one subject, such as a withdrawal, in the order they were written. */
export async function postingsOfSubject(db: Db, subject: number, kinds: EventKind[]) {
  const rows = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_accounts as d', 'd.id', 't.debit_account')
    .innerJoin('ledger_accounts as c', 'c.id', 't.credit_account')
    .where('t.event_kind', 'in', kinds)
    .where('t.subject_id', '=', subject)
    .select(['t.id', 't.event_kind', 't.amount', 't.created_at', 'd.code as debit', 'c.code as credit'])
    .orderBy('t.id')
    .limit(100)
    .execute()
  return rows.map(({ event_kind, created_at: at, ...row }) => ({ ...row, at, kind: event_kind }))
}
