import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { type Destination, says } from '#app/features/payouts/payout.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The whole number that a request's money goes to. That a person looked is written down before they see it. */
export const revealNumber = (db: Db, payoutId: number, by: Actor): Promise<{ number: string; name: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('payout_requests')
      .where('id', '=', payoutId)
      .select(['destination', 'withdrawal_method_id'])
      .executeTakeFirst()
    if (!row) throw new Refusal(says.noMethod, { status: 404 })
    await record(tx, {
      by,
      act: 'revealed',
      noun: 'method',
      subject: row.withdrawal_method_id,
      after: { payout: payoutId },
    })
    const to = row.destination as unknown as Destination
    return to.type === 'bank' ? { number: to.account, name: to.name } : { number: to.phone, name: '' }
  })
