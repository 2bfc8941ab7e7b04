import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** The house's own accounts. */
type HouseAccount =
  | 'provider_clearing'
  | 'settlement_bank'
  | 'platform_revenue'
  | 'subscription_revenue'
  | 'provider_fees'
  | 'losses'
  | 'payouts_in_flight'
  | 'suspense'
/** One of the house's, or that of a drive: what its owner is owed. */
export type Account = HouseAccount | { drive: string }

export type EventKind =
  | 'donation'
  | 'subscription'
  | 'suspense'
  | 'payout'
  | 'payout_sent'
  | 'payout_declined'
  | 'payout_returned'
  | 'reversal'
  | 'write_off'
  | 'settlement'

/** `amount` cents that `credit` gives and `debit` takes. */
export type Leg = { leg: number; debit: Account; credit: Account; amount: number }

/**
 * Writes an event's transfers; legs of nothing are left out. The same kind, subject and leg is written once: a second
 * time fails, and with it everything else in its transaction. Only this function writes ledger rows.
 */
export async function post(tx: Tx, kind: EventKind, subject: number, legs: Leg[]): Promise<void> {
  const moving = legs.filter(({ amount }) => amount !== 0)
  if (moving.length === 0) return
  const rows = moving.map(
    ({ leg, debit, credit, amount }) =>
      sql`(${leg}::smallint, ${codeOf(debit)}::text, ${codeOf(credit)}::text, ${amount}::bigint)`,
  )
  const { numAffectedRows } = await sql`
    insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount)
    select ${kind}, ${subject}::bigint, m.leg, d.id, c.id, m.amount
    from (values ${sql.join(rows)}) m (leg, debit, credit, amount)
      join ledger_accounts d on d.code = m.debit collate "C"
      join ledger_accounts c on c.code = m.credit collate "C"
    order by m.leg`.execute(tx)
  if (Number(numAffectedRows) !== moving.length) throw new Error(`an account of ${kind} ${subject} does not exist`)
}

const codeOf = (account: Account) => (typeof account === 'string' ? account : `drive:${account.drive}:payable`)

/** What an account holds: of assets and expenses what came in, of the others what is owed or earned. */
export async function balanceOf(db: Db | Tx, account: Account): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select (case when a.kind in ('asset', 'expense') then 1 else -1 end * (
      coalesce((select sum(amount) from ledger_transfers where debit_account = a.id), 0)
      - coalesce((select sum(amount) from ledger_transfers where credit_account = a.id), 0)))::bigint as balance
    from ledger_accounts a where a.code = ${codeOf(account)}`.execute(db)
  if (!rows[0]) throw new Error(`there is no account ${codeOf(account)}`)
  return rows[0].balance
}
