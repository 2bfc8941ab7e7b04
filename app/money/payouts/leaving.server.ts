import { sql } from 'kysely'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { payoutMin, payoutTexts } from './payout.ts'
import { openStates } from './states.ts'

// The end of an account: a person who deletes it can't sign in any more, so nothing of theirs may wait for them.

/**
 * Refuses to let a person leave behind money that could be withdrawn, or an open withdrawal; forgets where their money was
 * sent. Locks the drives first: a gift that comes in at this moment is seen here, or sees that the owner is gone.
 */
export async function leaveWithoutMoney(tx: Tx, userId: string): Promise<void> {
  const drives = await tx
    .selectFrom('fund_drives')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of drives) {
    const { available } = await lockWallet(tx, id)
    if (await isUnderWay(tx, id)) throw new Refusal(payoutTexts.stillUnderWay)
    if (available >= payoutMin) throw new Refusal(payoutTexts.stillThere)
  }
  await forgetMethods(tx, userId)
}

const isUnderWay = async (tx: Tx, driveId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', driveId)
    .where('status', 'in', openStates)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes a person's methods; those that a withdrawal names are kept for the books. */
async function forgetMethods(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from withdrawal_methods m where m.user_id = ${userId}
      and not exists (select from payout_requests o where o.withdrawal_method_id = m.id)`.execute(tx)
  await tx
    .updateTable('withdrawal_methods')
    .set({ removed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Sums what would stay behind because it is too little to be withdrawn, in cents. */
export async function leftBehind(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(rest) filter (where rest between 1 and ${payoutMin - 1}), 0)::bigint as left
    from (
      select t.raised_amount - w.reserved + w.debt + w.written_off as rest
      from fund_drives d join wallets w on w.fund_drive_id = d.id join fund_drive_totals t on t.fund_drive_id = d.id
      where d.user_id = ${userId}
    ) x`.execute(db)
  return rows[0]!.left
}
