import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { says } from './payout.ts'

/** An administrator moved the account lately: its person, or who had it before, has two days to say that it was wrong. */
export async function refuseMoved(tx: Tx, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('withdrawals_from', '>', sql<Date>`now()`)
    .select(sql<number>`ceil(extract(epoch from withdrawals_from - now()) / 3600)::int`.as('hours'))
    .executeTakeFirst()
  if (row) throw new Refusal({ title: says.requestFailed.title, why: says.moved(row.hours), tone: 'bad' })
}
