import { sql } from 'kysely'
import { freshSince, movedIn } from '#app/base/ledger/fresh.server.ts'
import type { Moment } from '#app/base/ledger/moment.server.ts'

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
