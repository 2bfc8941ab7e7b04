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
/** Where our money is while it is at a provider. Each has an account of its own, as each says what it holds for us. */
const clearing: Record<string, OwnAccount> = { mpesa: 'mpesa_clearing' }
/** The account of our money at the provider of this name. */
export const clearingOf = (provider: string): OwnAccount => clearing[provider] ?? 'provider_clearing'
/** One of the platform's, or that of a drive: what its owner is owed. */
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

/** `amount` cents that `credit` gives and `debit` takes. */
export type Leg = { leg: number; debit: Account; credit: Account; amount: number }

/** What is posted of one subject: of one payment, one payout, one reversal. */
export type Posting = { subject: number; legs: Leg[]; at?: Date | undefined }

/**
 * Writes an event's transfers; legs of nothing are left out. The same kind, subject and leg is written once: a second
 * time fails, and with it everything else in its transaction. Only this function writes ledger rows. `at` is for what is
 * written down afterwards.
 */
export async function post(tx: Tx, kind: EventKind, subject: number, legs: Leg[], at?: Date): Promise<void> {
  const posting = postingsOf(kind, [{ subject, legs, at }])
  if (posting.legs === 0) return
  const { rows } = await sql`${posting.statement}`.execute(tx)
  posting.check(rows.length)
}

/**
 * The statement that `post` makes, of many subjects and for where it is a part of a larger one: it returns a row for each
 * transfer, and `check` is to be told how many.
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
 * What an account holds: of assets and expenses what came in, of the others what is owed or earned. What was summed up
 * before is taken as it was kept; what came since is told by its snapshot.
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

/** True of a transfer `t` that is not in the balance `b` that was kept. The first half is what an index can find. */
export const since = sql<boolean>`t.xid >= coalesce(pg_snapshot_xmin(b.snap), '0'::xid8)
  and (b.snap is null or not pg_visible_in_snapshot(t.xid, b.snap))`
