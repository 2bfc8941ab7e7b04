import { sql } from 'kysely'
import { since } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

export type AccountNow = {
  code: string
  kind: 'asset' | 'liability' | 'revenue' | 'expense'
  /** Positive on the side where the account grows: debits for assets and expenses, credits for others. In cents. */
  balance: number
}

const order = [
  'provider_clearing',
  'mpesa_clearing',
  'settlement_bank',
  'payable',
  'payouts_in_flight',
  'suspense',
].concat(['platform_revenue', 'subscription_revenue', 'provider_fees', 'losses'])

/**
 * Returns the balance of each platform account, and what is owed to all drives together. The latter is the remainder,
 * as every posting has two sides: no drive's account is read.
 */
export async function accountsNow(tx: Tx): Promise<AccountNow[]> {
  const sum = (side: string) =>
    sql`coalesce((select sum(t.amount) from ledger_transfers t where t.${sql.ref(side)} = a.id and ${since}), 0)`
  const { rows } = await sql<AccountNow & { debits: number }>`
    select a.code, a.kind,
      (coalesce(b.debits, 0) - coalesce(b.credits, 0) + ${sum('debit_account')} - ${sum('credit_account')})::bigint as debits
    from ledger_accounts a left join ledger_balances b on b.account_id = a.id
    where a.fund_drive_id is null`.execute(tx)
  const ownAccounts = rows.map(({ debits, ...one }) => ({ ...one, balance: grows(one.kind) ? debits : -debits || 0 }))
  const owed = rows.reduce((all, { debits }) => all + debits, 0)
  const payable: AccountNow = { code: 'payable', kind: 'liability', balance: owed }
  return [...ownAccounts, payable].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
}

const grows = (kind: AccountNow['kind']) => kind === 'asset' || kind === 'expense'
