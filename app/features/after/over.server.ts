import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { says } from './after.ts'
import { type Over, overOf } from './opening.ts'

/** How much of a gathering is over now. */
export async function overNow(db: Db | Tx, gatheringId: string, now: Date): Promise<Over> {
  const occasions = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'status'])
    .limit(20)
    .execute()
  return overOf(occasions, now)
}

/** Ends a deed that comes before the first occasion is over. */
export async function refuseBefore(tx: Tx, gatheringId: string, now: Date): Promise<void> {
  if ((await overNow(tx, gatheringId, now)) === 'nothing') throw new Refusal(says.before)
}
