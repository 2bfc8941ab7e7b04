import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** The books at one moment: all reads within it are consistent, though money comes in meanwhile. */
export type Moment = { tx: Tx; mark: LedgerMark & { keptAt: Date }; ownAccounts: OwnAccounts; today: string }

export const atOneMoment = <Read>(db: Db, read: (moment: Moment) => Promise<Read>): Promise<Read> =>
  db
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
    })

// The part of the ledger that is not in the stored sums yet, and how it is counted: alike for storing and for reading.

/** The point up to which sums were stored. `since`: no transaction before it is missing there. */
export type LedgerMark = { snap: string; since: string }
/** The app's own accounts, id by code. */
export type OwnAccounts = Record<string, number>

export async function ownAccountsOf(db: Db | Tx): Promise<OwnAccounts> {
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
