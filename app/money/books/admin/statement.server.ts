import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { freshSince, type Moment, movedIn } from '#app/base/ledger/moment.server.ts'
import { since } from '#app/base/ledger/post.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { revenueTotalsOf } from './revenue.server.ts'
import type { IdentityLine } from './rules.ts'

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

export const checkTexts = {
  asked: {
    title: msg`The checks are running`,
    text: msg`Results appear here in a moment, and under Differences.`,
  },
  failed: { title: msg`The checks could not be run` },
}

export type Looked = {
  /** The time of the last check of the books; null if there was none. */
  at: Date | null
  /** The rules that were broken then. */
  broken: { id: string; rule: string; count: number }[]
  /** True while an administrator waits for the next check. */
  waits: boolean
}

/** Returns when the books were last checked, and which rules were broken. */
export async function lookedThrough(db: Db): Promise<Looked> {
  const { rows } = await sql<{ at: Date | null; waits: boolean }>`
    select (select checked_at from book_checks order by id desc limit 1) as at,
      exists (select from graphile_worker.jobs where key = ${askedKey} and attempts < max_attempts)
        or exists (select from job_outbox where spec ->> 'key' = ${askedKey}) as waits`.execute(db)
  const { at, waits } = rows[0]!
  const { rows: broken } = await sql<{ id: string; rule: string; count: number }>`
    select subject as id, facts ->> 'says' as rule, (facts ->> 'count')::bigint as count from discrepancies
    where kind = 'broken rule' and state = 'open' and seen_at >= ${at} order by created_at limit 50`.execute(db)
  return { at, broken, waits }
}

const askedKey = 'check-books:asked'

/** Has the books checked as soon as a worker is free. */
export const lookThrough = (db: Db, { by }: { by: Actor }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await record(tx, { by, act: 'books looked through', noun: 'book', subject: '' })
    await enqueue(tx, 'check-books', {}, { key: 'asked' })
  })

/**
 * Computes from the records what our money at the provider must be: what came in, less what went out. The page shows
 * the books' figure beside it.
 */
export async function identityOf(moment: Moment): Promise<IdentityLine[]> {
  const all = await revenueTotalsOf(moment, { range: { from: null, to: moment.today }, search: '', channel: null })
  const { rows } = await sql<
    Record<'unplaced' | 'unplacedFees' | 'back' | 'sent' | 'sentFees' | 'settled' | 'corrected' | 'lost', number>
  >`
    select
      (select coalesce(sum(amount), 0) from suspense where currency = 'KES' and state = 'open')::bigint as unplaced,
      (select coalesce(sum(provider_fee), 0) from suspense where currency = 'KES' and state <> 'placed')::bigint as "unplacedFees",
      (select coalesce(sum(amount), 0) from reversals where state = 'done')::bigint as back,
      (select coalesce(sum(net), 0) from payout_requests where status <> 'rejected' and status = 'completed')::bigint as sent,
      (select coalesce(sum(fee), 0) from payout_attempts where state in ('success', 'returned'))::bigint as "sentFees",
      (select coalesce(sum(case direction when 'to_bank' then amount else -amount end), 0) from settlements
        where booked_at is not null)::bigint as settled,
      (select coalesce(sum(corrected), 0) from mpesa_lines)::bigint as corrected,
      (select coalesce(sum(amount), 0) from refund_losses)::bigint as lost`.execute(moment.tx)
  const out = rows[0]!
  return [
    { key: 'donations', amount: all.gross },
    { key: 'sales', amount: all.sales },
    { key: 'unplaced', amount: out.unplaced },
    { key: 'providerFees', amount: -(all.providerFee + all.salesProviderFee + out.unplacedFees) },
    ...(out.corrected ? [{ key: 'corrected' as const, amount: -out.corrected }] : []),
    { key: 'back', amount: -out.back },
    ...(out.lost ? [{ key: 'lost' as const, amount: -out.lost }] : []),
    { key: 'sent', amount: -out.sent },
    { key: 'sentFees', amount: -out.sentFees },
    { key: 'settled', amount: -out.settled },
  ]
}

/** An account's debits and credits in a month, and its closing balance. In cents. */
export type Movement = {
  /** The first of the month. */
  start: string
  account: string
  debits: number
  credits: number
  /** Positive on the growing side: debits for assets and expenses, credits for others. */
  closing: number
}

/** Returns the movements of all accounts, month by month, the oldest first. All drives' accounts together are 'payable'. */
export async function movementsOf({ tx, mark, ownAccounts }: Moment): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with fresh as materialized (${freshSince(mark, ownAccounts)}),
    moved as (
      select starts, account, sum(debits) as debits, sum(credits) as credits from (
        select starts, account, debits, credits from account_months union all ${movedIn(sql`fresh`, ownAccounts)}
      ) m group by 1, 2
    )
    select m.starts::text as start, m.account, m.debits::bigint as debits, m.credits::bigint as credits,
      (case when a.kind in ('asset', 'expense') then 1 else -1 end
        * sum(m.debits - m.credits) over (partition by m.account order by m.starts))::bigint as closing
    from moved m left join ledger_accounts a on a.code = m.account
    order by m.starts, m.account`.execute(tx)
  return rows
}
