import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, ownersList } from '#app/platform/list.server.ts'
import { balanceOf, since } from './post.server.ts'
import { type Span, type StatementLine, spanOfStatement } from './statement.ts'
import { statementView } from './statement-list.tsx'

/** A posting has a balance after it. */
type Posting = StatementLine & { balance: number }
type Page = { lines: Posting[]; next: number | null }
type Asked = {
  before?: number | undefined
  /** The oldest posting to include. */
  first?: number | undefined
  limit?: number
  /** The balance before the lines of this page, if the page before it has given it. Saves summing all that is older. */
  balance?: number | undefined
}

/**
 * Returns the owner's account, posting by posting, newest first. The balance of each line is exact on every page: page and sum are
 * read in one statement.
 */
export async function statementOf(
  db: Db,
  driveId: string,
  { before, first = 1, limit = 50, balance }: Asked = {},
): Promise<Page> {
  const size = Math.min(Math.max(limit, 1), 1000)
  const { rows } = await sql<Posting>`
    with account as materialized (select id from ledger_accounts where fund_drive_id = ${driveId}),
    page as materialized (
      ${side('credit', { before, first }, size + 1)} union all ${side('debit', { before, first }, size + 1)}
      order by id desc limit ${sql.lit(size + 1)}
    )
    select p.id, coalesce(r.kind, p.event_kind) as kind, p.created_at as at, p.amount::bigint as amount,
      coalesce(g.amount, o.amount, r.amount, abs(p.amount))::bigint as whole,
      coalesce('D' || g.id, 'W' || o.id, 'R' || r.id, 'X' || p.subject_id) as reference,
      case when not g.anonymous then coalesce(nullif(g.donor_name, ''), name_at_mpesa(g.payment_id), '') end as name,
      -- The newest line's balance is all there is, less what is newer; each older one has what the newer ones brought less.
      (coalesce(${balance ?? null}::bigint, ${now} - ${before && before < all ? newerThan(sql`(select max(id) from page)`) : sql`0`})
        - coalesce(sum(p.amount) over (order by p.id desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
    from page p
      left join donations g on p.event_kind = 'donation' and g.payment_id = p.subject_id
      left join payout_requests o on p.event_kind like 'payout%' and o.id = p.subject_id
      left join reversals r on p.event_kind = 'reversal' and r.id = p.subject_id
    order by p.id desc`.execute(db)
  const lines = rows.slice(0, size)
  return { lines, next: rows.length > size ? lines.at(-1)!.id : null }
}

/**
 * The newest postings of one side; a debit is less for the owner. Account and id are compared together, so that no other index will
 * do: the planner takes an account of a few debits for one of those with a third of all, and read the whole ledger back by its
 * numbers to find fifty. The limit is a literal: a plan that does not know it assumed a tenth of all, sorted a whole account, and
 * read all withdrawals and refunds beside it.
 */
const side = (which: 'credit' | 'debit', { before, first }: Pick<Asked, 'before' | 'first'>, size: number) => {
  const account = sql.ref(`${which}_account`)
  const amount = which === 'credit' ? sql`amount` : sql`-amount`
  return sql`
  (select id, event_kind, subject_id, created_at, ${amount} as amount from ledger_transfers
  where ${account} >= (select id from account)
    and (${account}, id) < ((select id from account), ${before ?? all}::bigint)
    and (${account}, id) >= ((select id from account), ${first}::bigint)
  order by ${account} desc, id desc limit ${sql.lit(size)})`
}

/** The account's present balance, from the stored one: the oldest postings of a large drive are never added up again. */
const now = sql`(
  select coalesce(b.credits, 0) - coalesce(b.debits, 0)
    + coalesce((select sum(t.amount) from ledger_transfers t where t.credit_account = a.id and ${since}), 0)
    - coalesce((select sum(t.amount) from ledger_transfers t where t.debit_account = a.id and ${since}), 0)
  from account a left join ledger_balances b on b.account_id = a.id)`

/** A number above all postings: nothing is newer than a page that begins there. */
export const all = Number.MAX_SAFE_INTEGER

const newerThan = (id: ReturnType<typeof sql>) => sql`(
  coalesce((select sum(amount) from ledger_transfers where ${withinSpan('credit')}
    and (credit_account, id) > ((select id from account), ${id})), 0)
  - coalesce((select sum(amount) from ledger_transfers where ${withinSpan('debit')}
    and (debit_account, id) > ((select id from account), ${id})), 0))`

/**
 * The postings of one side of the account, written as a range: the planner then reads them by an index for any account. With an
 * equals sign it assumes that every account has a share of the whole ledger, and reads that.
 */
export const withinSpan = (which: 'credit' | 'debit') => {
  const account = sql.ref(`${which}_account`)
  return sql`${account} >= (select id from account) and ${account} <= (select id from account)`
}

/** Returns the figures above a statement: the owner's part of the available money, and the refunds. */
export async function sharesOf(db: Db, driveId: string): Promise<{ share: number; reversed: number }> {
  const [share, wallet] = await Promise.all([
    balanceOf(db, { drive: driveId }),
    db.selectFrom('wallets').where('fund_drive_id', '=', driveId).select('reversed').executeTakeFirstOrThrow(),
  ])
  return { share, reversed: wallet.reversed }
}

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
