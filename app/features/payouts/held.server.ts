import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Wallet } from '../ledger/wallet.server.ts'
import { says } from './payout.ts'

// Money of a drive that may go back to its givers: it stays where it is until that is decided.

/** What the payers' banks dispute and what is being refunded, together and the refunds alone. A gift counts once. */
export async function heldOf(db: Db | Tx, driveId: string): Promise<{ held: number; refunding: number }> {
  const { rows } = await sql<{ held: number; refunding: number }>`
    select coalesce(sum(least(x.amount, p.amount - p.reversed)), 0)::bigint as held,
      coalesce(sum(least(x.refunding, p.amount - p.reversed)), 0)::bigint as refunding
    from (
      select payment_id, sum(amount) as amount, sum(refunding) as refunding from (
        select payment_id, amount, 0 as refunding from disputes where status = 'open'
        union all
        select payment_id, amount, amount from reversals where kind = 'refund' and state = 'open') o
      group by payment_id) x
    join payments p on p.id = x.payment_id
    where p.fund_drive_id = ${driveId} and p.kind = 'donation'`.execute(db)
  return rows[0]!
}

/** True while a refund is under way that the rest of the balance does not cover. The wallet is locked by now. */
export const isRefunding = async (tx: Tx, wallet: Wallet): Promise<boolean> =>
  (await heldOf(tx, wallet.driveId)).refunding > wallet.available

/** Refuses to complete a withdrawal with money that a giver is about to get back. */
export async function refuseRefunding(tx: Tx, wallet: Wallet): Promise<void> {
  if (await isRefunding(tx, wallet)) throw new Refusal(says.refunding)
}
